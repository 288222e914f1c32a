package mail

import "net/smtp"

type Mailer struct {
	addr, user, pass, host string
}

func (m *Mailer) client() (*smtp.Client, error) {
	c, err := smtp.Dial(m.addr) // want:nodeadline
	if err != nil {
		return nil, err
	}
	if err := c.Auth(smtp.PlainAuth("", m.user, m.pass, m.host)); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (m *Mailer) Token(to string) error {
	c, err := m.client()
	if err != nil {
		return err
	}
	defer c.Quit()
	if err := c.Mail("noreply@" + m.host); err != nil {
		return err
	}
	return c.Rcpt(to)
}
