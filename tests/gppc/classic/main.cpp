#error "the bridge replaces this file"
