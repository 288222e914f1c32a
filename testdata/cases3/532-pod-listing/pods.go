package pods

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

type Lister struct{ cs kubernetes.Interface }

func (l *Lister) Names(ctx context.Context, ns string) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := l.cs.CoreV1().Pods(ns).List(context.TODO(), metav1.ListOptions{}) // want:detachedctx
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range list.Items {
		names = append(names, list.Items[i].Name)
	}
	return names, nil
}
