// Package googleapi is the part of the real one that fixtures use.
package googleapi

type CallOption interface{ Get() (key, value string) }
