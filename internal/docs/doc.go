// Package docs holds the promise that the code in docs/migrate.md compiles: what it says to write, and what it says that
// people have written with other libraries. There is only a test here.
package docs
