package main

// User is a profile as user-service returns it.
type User struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// Order is one of a user's recent orders.
type Order struct {
	ID     string `json:"id"`
	SKU    string `json:"sku"`
	Qty    int    `json:"qty"`
	Status string `json:"status"`
}

// Stock is what the warehouses hold of one SKU.
type Stock struct {
	SKU       string `json:"sku"`
	Available int    `json:"available"`
}

// Product is a recommended product.
type Product struct {
	SKU   string  `json:"sku"`
	Title string  `json:"title"`
	Score float64 `json:"score"`
}

// OrderLine is an order with what is left in stock of its product, null if that is not known.
type OrderLine struct {
	Order
	InStock *int `json:"inStock"`
}

// Dashboard is the whole page.
type Dashboard struct {
	User        *User       `json:"user"`
	Orders      []OrderLine `json:"orders"`
	Recommended []Product   `json:"recommend"`
	Unread      int         `json:"unread"`
	Degraded    []string    `json:"degraded"` // the services that the page does without
}

// Failure is the answer where there is no page.
type Failure struct {
	Error struct {
		Code    string `json:"code"`
		Service string `json:"service,omitempty"`
	} `json:"error"`
}
