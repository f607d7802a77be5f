typedef void (*sig_t)(int);
#define SIG_IGN ((sig_t)1)
#define SIG_ERR ((sig_t)-1)
sig_t signal(int, sig_t);
