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

	"github.com/budgetlint/budgetlint/examples/dashboard/before/fakes"
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
	flag.Parse()

	base, err := startFakes(fakes.Config{RecommendDelay: *slow})
	if err != nil {
		log.Fatal(err)
	}
	srv := NewServer(configFromEnv(base))
	log.Printf("try http://%s/api/dashboard?user=42", *addr)
	log.Fatal(http.ListenAndServe(*addr, srv.Routes()))
}

// startFakes serves the stand-ins on a free port and returns their URL.
func startFakes(cfg fakes.Config) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go http.Serve(l, fakes.Handler(cfg))
	return "http://" + l.Addr().String(), nil
}
