pub type kinds_call = Option<unsafe extern "C" fn(*mut c_void, *const *const c_char) -> c_int>;
pub type kinds_code = c_int;
pub const KINDS_OK: kinds_code = 0;
pub const KINDS_MORE: kinds_code = 5;
pub const KINDS_NEXT: kinds_code = 6;
pub const KINDS_BAD: kinds_code = 7;
pub type kinds_id = c_uint;
pub type kinds_large = c_uint;
pub const KINDS_LARGE: kinds_large = 4294967295;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct kinds_pair {
    pub first: c_int,
    pub name: [c_char; 3],
    pub last: f64,
}
pub type kinds_row = [c_int; 4];
pub type kinds_t = *mut kinds_st;
#[repr(C)]
pub struct kinds_unknown {
    _size_is_unknown: [u8; 0],
}
#[repr(C)]
pub struct kinds_other {
    _size_is_unknown: [u8; 0],
}
#[repr(C)]
pub struct kinds_st {
    _size_is_unknown: [u8; 0],
}

extern "C" {
    pub fn kinds_open(a1: *mut kinds_t, a2: Option<unsafe extern "C" fn(c_int) -> c_int>) -> kinds_code;
    pub fn kinds_swap(a1: kinds_pair, a2: c_ulonglong) -> kinds_pair;
    pub fn kinds_run(a1: kinds_call, a2: *mut c_void) -> c_int;
    pub fn kinds_sum(a1: c_int, ...) -> c_int;
    pub fn kinds_most() -> kinds_large;
    pub fn kinds_names(a1: *mut *const *const c_char, a2: *const *mut *mut c_char, a3: *const kinds_pair, a4: *mut kinds_row, a5: isize) -> kinds_id;
    pub fn kinds_true(a1: *const c_uchar, a2: f32, a3: *mut kinds_other) -> bool;
}
