#pragma once

#include <mutex>
#include <set>

/// A value of 8 bytes that registers its own address, and so must not be moved by copying its bytes.
class SelfRegisteringValue {
public:
  explicit SelfRegisteringValue(int number) : number(number) { enter(); }
  SelfRegisteringValue(const SelfRegisteringValue &other) : number(other.number) {
    other.check();
    enter();
  }
  SelfRegisteringValue(SelfRegisteringValue &&other) : number(other.number) {
    other.check();
    enter();
  }
  SelfRegisteringValue &operator=(const SelfRegisteringValue &other) {
    check();
    other.check();
    number = other.number;
    return *this;
  }
  ~SelfRegisteringValue() { leave(); }

  int getNumber() const {
    check();
    return number;
  }

  /// How many values are registered.
  static int getRegisteredCount() {
    std::lock_guard<std::mutex> guard(mutex);
    return int(addresses.size());
  }

  /// How often a value was used or destroyed at an address at which none is registered, or made where one is.
  static int getMistakeCount() {
    std::lock_guard<std::mutex> guard(mutex);
    return mistakeCount;
  }

private:
  void enter() const {
    std::lock_guard<std::mutex> guard(mutex);
    if (!addresses.insert(this).second) mistakeCount += 1;
  }

  void check() const {
    std::lock_guard<std::mutex> guard(mutex);
    if (addresses.count(this) == 0) mistakeCount += 1;
  }

  void leave() const {
    std::lock_guard<std::mutex> guard(mutex);
    if (addresses.erase(this) == 0) mistakeCount += 1;
  }

  long number;

  static inline std::mutex mutex;
  static inline std::set<const SelfRegisteringValue *> addresses;
  static inline int mistakeCount = 0;
};
