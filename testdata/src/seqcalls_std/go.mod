module seqcalls_std

go 1.26
