typedef unsigned int mach_port_t;
typedef unsigned int mach_msg_type_number_t;
typedef int integer_t;
typedef int kern_return_t;
typedef struct { integer_t seconds; integer_t microseconds; } time_value_t;
struct thread_basic_info {
  time_value_t user_time;
  time_value_t system_time;
  integer_t cpu_usage;
  integer_t policy;
  integer_t run_state;
  integer_t flags;
  integer_t suspend_count;
  integer_t sleep_time;
};
typedef struct thread_basic_info thread_basic_info_data_t;
typedef integer_t *thread_info_t;
#define THREAD_BASIC_INFO 3
#define THREAD_BASIC_INFO_COUNT ((mach_msg_type_number_t)(sizeof(thread_basic_info_data_t) / sizeof(unsigned int)))
#define TH_STATE_RUNNING 1
#define TH_STATE_STOPPED 2
#define TH_STATE_HALTED 5
#define KERN_SUCCESS 0
kern_return_t thread_info(mach_port_t, unsigned int, thread_info_t, mach_msg_type_number_t *);
