/* A driver that serves nothing: what any driver in Objective-C weighs before it holds an implementation. */
#include "../paragone_objc.h"

int main(void) { return paragone_serve(); }
