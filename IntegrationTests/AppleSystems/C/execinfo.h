int backtrace(void **, int);
