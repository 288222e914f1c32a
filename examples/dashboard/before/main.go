// Command before serves a dashboard page that is put together from five services.
//
//	go run ./examples/dashboard/before
//	curl 'http://127.0.0.1:8080/api/dashboard?user=42'
//
// Where no service is named in the environment, it starts small stand-ins for all five.
package main

import (
	"cmp"
	"flag"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/budgetlint/budgetlint/examples/dashboard/fakes"
)

// Config says where the services are.
type Config struct {
	UserURL      string
	OrderURL     string
	StockURL     string
	RecommendURL string
	NotifyURL    string
}

// configFromEnv reads the service URLs; base is used for those that are not set.
func configFromEnv(base string) Config {
	return Config{
		UserURL:      cmp.Or(os.Getenv("USER_SERVICE_URL"), base),
		OrderURL:     cmp.Or(os.Getenv("ORDER_SERVICE_URL"), base),
		StockURL:     cmp.Or(os.Getenv("STOCK_SERVICE_URL"), base),
		RecommendURL: cmp.Or(os.Getenv("RECOMMEND_SERVICE_URL"), base),
		NotifyURL:    cmp.Or(os.Getenv("NOTIFY_SERVICE_URL"), base),
	}
}

func main() {
	addr := flag.String("addr", "127.0.0.1:8080", "address to listen on")
	slow := flag.Duration("slow", 0, "how long the stand-in recommend-service takes to answer")
	lives := flag.Duration("for", 0, "stop after this long; 0 means never")
	flag.Parse()
	if *lives > 0 {
		time.AfterFunc(*lives, func() { os.Exit(0) })
	}

	base, err := startFakes(fakes.Behaviour{Delay: *slow})
	if err != nil {
		log.Fatal(err)
	}
	srv := NewServer(configFromEnv(base))
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("try http://%s/api/dashboard?user=42", l.Addr())
	log.Fatal(http.Serve(l, srv.Routes()))
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
