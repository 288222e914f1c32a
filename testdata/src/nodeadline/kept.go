package nodeadline

import (
	"context"
	"net"
	"net/smtp"
	"time"

	"nodeadline/stockpb"
)

// A context that somebody may cancel ends when he does, not in time. One report for all that runs on it.
type nightJob struct {
	ctx  context.Context
	stop context.CancelFunc
	c    stockpb.StockClient
}

func newNightJob(c stockpb.StockClient) *nightJob {
	j := &nightJob{c: c}
	j.ctx, j.stop = context.WithCancel(context.Background()) // want `GetStock runs on a context that is kept in a field and ends only when somebody cancels it`
	return j
}

func (j *nightJob) Stop() { j.stop() }

func (j *nightJob) totals() error {
	_, err := j.c.GetStock(j.ctx, &stockpb.Item{})
	return err
}

func (j *nightJob) again() error {
	_, err := j.c.GetStock(j.ctx, &stockpb.Item{})
	return err
}

// The method adds a deadline.
type okJob struct {
	ctx  context.Context
	stop context.CancelFunc
	c    stockpb.StockClient
}

func newOkJob(c stockpb.StockClient) *okJob {
	ctx, cancel := context.WithCancel(context.Background())
	return &okJob{ctx: ctx, stop: cancel, c: c}
}

func (j *okJob) totals() error {
	ctx, cancel := context.WithTimeout(j.ctx, callTimeout)
	defer cancel()
	_, err := j.c.GetStock(ctx, &stockpb.Item{})
	return err
}

// One constructor gives it a deadline, so it is not known; and an exported field may be given another one elsewhere.
type mixedJob struct {
	ctx context.Context
	Ctx context.Context
	c   stockpb.StockClient
}

func newMixed(c stockpb.StockClient) (*mixedJob, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	return &mixedJob{ctx: ctx, Ctx: ctx, c: c}, cancel
}

func newMixedInTime(c stockpb.StockClient) (*mixedJob, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), callTimeout)
	return &mixedJob{ctx: ctx, c: c}, cancel
}

func (j *mixedJob) totals() error {
	_, err := j.c.GetStock(j.ctx, &stockpb.Item{})
	return err
}

func (j *mixedJob) more() error {
	_, err := j.c.GetStock(j.Ctx, &stockpb.Item{})
	return err
}

// What is handed on may be bounded further in; and stopping may take its time.
func (j *nightJob) handsOn() error { return okStep(j.ctx, j.c) }

func okStep(ctx context.Context, c stockpb.StockClient) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_, err := c.GetStock(ctx, &stockpb.Item{})
	return err
}

// A mail relay is a server that answers, and the dial's limit ends with the dial.
type mailRelay struct {
	host, port string
}

func (r *mailRelay) connect(ctx context.Context) (*smtp.Client, error) {
	d := net.Dialer{Timeout: 10 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(r.host, r.port))
	if err != nil {
		return nil, err
	}
	return smtp.NewClient(conn, r.host) // want `smtp.NewClient takes no context and has no time limit`
}

func (r *mailRelay) connectInTime(ctx context.Context) (*smtp.Client, error) {
	d := net.Dialer{Timeout: 10 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(r.host, r.port))
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}
	return smtp.NewClient(conn, r.host)
}

// This one passes on what it gets, for as long as that lasts.
type byteRelay struct{ addr string }

func (r *byteRelay) open() (net.Conn, error) { return net.Dial("tcp", r.addr) }
