// Package fixprop holds the promise that a fix leaves code which does what it did before: it builds, it is clean in a
// second run, and it gives the same results and errors whatever its downstreams do. What a fix looks like is proved
// elsewhere, by the golden files of the fixtures; there internal/linttest also type-checks every fix on its own.
//
// There is only a test here. It works on copies of two kinds of modules: testdata/behaviour, whose functions are driven
// by tests of their own before and after all fixes, and, with -cases, the case modules, on which each fix is tried
// alone and all together.
package fixprop
