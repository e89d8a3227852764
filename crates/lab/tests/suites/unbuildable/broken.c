#error "this source is broken on purpose"
