// Command after serves the same dashboard page as before, within the time and with the failures that budget.json allows.
//
//	go run ./examples/dashboard/after
//	curl 'http://127.0.0.1:8081/api/dashboard?user=42'
//
// user-service and order-service are core: without them there is no page, but an error. The page can do without the
// others, and "degraded" says which it did without. Where no service is named in the environment, it starts small
// stand-ins for all five.
package main

import (
	"cmp"
	"flag"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
	"github.com/budgetlint/budgetlint/runtime/contract"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8081", "address to listen on")
	file := flag.String("budget", "", "contract to use instead of the one that is built in")
	slow := flag.Duration("slow", 0, "how long the stand-in recommend-service takes to answer")
	show := flag.Bool("print", false, "print the built-in contract and stop")
	lives := flag.Duration("for", 0, "stop after this long; 0 means never")
	flag.Parse()
	if *show {
		os.Stdout.Write(budgetFile)
		return
	}
	if *lives > 0 {
		time.AfterFunc(*lives, func() { os.Exit(0) })
	}
	slog.SetDefault(slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	if err := serve(*addr, *file, *slow); err != nil {
		log.Fatal(err)
	}
}

func serve(addr, file string, slow time.Duration) error {
	c := contract.MustLoad(budgetFile)
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if c, err = contract.Parse(file, data); err != nil {
			return err
		}
	}
	base, err := startFakes(fakes.Behaviour{Delay: slow})
	if err != nil {
		return err
	}
	s, err := NewServer(urlsFromEnv(base), c, logCalls(), logBreaker())
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	slog.Info("try http://" + l.Addr().String() + "/api/dashboard?user=42")
	srv := &http.Server{Handler: s.Routes(), ReadHeaderTimeout: 5 * time.Second}
	return srv.Serve(l)
}

// urlsFromEnv reads where the services are; base is used for those that are not set.
func urlsFromEnv(base string) URLs {
	return URLs{
		User:      cmp.Or(os.Getenv("USER_SERVICE_URL"), base),
		Order:     cmp.Or(os.Getenv("ORDER_SERVICE_URL"), base),
		Stock:     cmp.Or(os.Getenv("STOCK_SERVICE_URL"), base),
		Recommend: cmp.Or(os.Getenv("RECOMMEND_SERVICE_URL"), base),
		Notify:    cmp.Or(os.Getenv("NOTIFY_SERVICE_URL"), base),
	}
}

// startFakes serves the stand-ins on a free port and returns their URL.
func startFakes(recommend fakes.Behaviour) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	services := fakes.New(nil)
	services[fakes.Recommend].Set(recommend)
	go http.Serve(l, services.Handler())
	return "http://" + l.Addr().String(), nil
}
