//! Prints NCCL's version and makes an id, or says why it cannot.
//! SPDX-License-Identifier: Apache-2.0 OR MIT
use lazynccl::{nccl, ncclGetErrorString, ncclGetUniqueId, ncclGetVersion, ncclResult_t, ncclSuccess, ncclUniqueId};
use std::ffi::CStr;

fn check(result: ncclResult_t) -> Result<(), String> {
    if result == ncclSuccess {
        return Ok(());
    }
    let text = unsafe { CStr::from_ptr(ncclGetErrorString(result)) };
    Err(text.to_string_lossy().into_owned())
}

fn use_nccl() -> Result<(), String> {
    let mut version = 0;
    let mut id = ncclUniqueId { internal: [0; 128] };

    check(unsafe { ncclGetVersion(&mut version) })?;
    check(unsafe { ncclGetUniqueId(&mut id) })?;
    println!("NCCL {version}, ncclCommShrink {}", nccl().has("ncclCommShrink"));
    Ok(())
}

fn main() {
    if let Some(reason) = nccl().why() {
        println!("without NCCL: {reason}");
    }
    if let Err(text) = use_nccl() {
        println!("{text}");
        std::process::exit(1);
    }
}
