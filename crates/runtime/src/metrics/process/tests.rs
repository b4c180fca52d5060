use super::*;

#[test]
fn fields_are_found_after_the_name() {
    let stat = "4 (a (b) 1 2) S 1 4 4 0 -1 4194304 900 0 0 0 250 50 0 0 20 0 9 0 5000 1000000 300";
    assert_eq!(cpu_ticks(stat), Some(300));
    assert_eq!(cpu_ticks("4 (a) S 1"), None);
    let status = "Name:\ta\nVmSize:\t  2048 kB\nVmRSS:\t  1024 kB\nThreads:\t9\n";
    assert_eq!((of_status(status, "VmRSS"), of_status(status, "Threads")), (Some(1_024), Some(9)));
    assert_eq!(of_status(status, "VmSwap"), None);
    let limits = "Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 4096                 files\n";
    assert_eq!(most_files(limits), Some(1_024));
    assert_eq!(most_files("Max open files   unlimited   unlimited   files"), None);
}
