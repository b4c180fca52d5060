// A receiver of webhooks in Go: verifies each delivery and reports the result.
//
//	go run receive.go     prints "port N", reads secrets from lines, then prints "ok ID" or "bad REASON" per delivery
//
// The functions between the marks are also in docs/webhooks.md. They use only the standard library.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"sync/atomic"

	// mark: example
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// secrets: one, or the old and the new one while it is being replaced; body: the raw bytes of the request
func verifyService(secrets []string, header http.Header, body []byte) bool {
	given, matches := []byte(header.Get("X-Service-Signature")), false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(body)
		expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
		matches = hmac.Equal([]byte(expected), given) || matches
	}
	return matches
}

func verifyStandard(secrets []string, header http.Header, body []byte, now time.Time) bool {
	id, at := header.Get("webhook-id"), header.Get("webhook-timestamp")
	signed, err := strconv.ParseUint(at, 10, 40)
	age := now.Unix() - int64(signed)
	if err != nil || age > 300 || age < -300 {
		return false
	}
	matches := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			continue
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + at + "."))
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
			matches = hmac.Equal([]byte(expected), []byte(given)) || matches
		}
	}
	return matches
}

// mark: end

func check(secrets []string, header http.Header, body []byte) string {
	now := time.Now()
	if !verifyService(secrets, header, body) {
		return "bad service signature"
	}
	if !verifyStandard(secrets, header, body, now) {
		return "bad standard signature"
	}
	// An altered, old or foreign delivery must fail, or the check proves nothing.
	altered := slices.Clone(body)
	altered[len(altered)/2] ^= 1
	if verifyService(secrets, header, altered) || verifyStandard(secrets, header, altered, now) {
		return "bad: altered passed"
	}
	for _, wrong := range []time.Duration{-302 * time.Second, 302 * time.Second} {
		if verifyStandard(secrets, header, body, now.Add(wrong)) {
			return "bad: old or future passed"
		}
	}
	other := []string{"whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 32))}
	if verifyService(other, header, body) || verifyStandard(other, header, body, now) {
		return "bad: another secret passed"
	}
	var delivery struct{ ID, SubscriptionID string }
	if err := json.Unmarshal(body, &delivery); err != nil {
		return "bad: " + err.Error()
	}
	id := header.Get("X-Service-Delivery")
	if delivery.ID != id || header.Get("webhook-id") != id || delivery.SubscriptionID == "" {
		return "bad ids"
	}
	return "ok " + id
}

func main() {
	var secrets atomic.Pointer[[]string]
	secrets.Store(&[]string{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("port %d\n", listener.Addr().(*net.TCPAddr).Port)
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		for lines.Scan() {
			added := append(slices.Clone(*secrets.Load()), strings.TrimSpace(lines.Text()))
			secrets.Store(&added)
		}
		os.Exit(0)
	}()
	fmt.Fprintln(os.Stderr, http.Serve(listener, http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		verdict := "bad body"
		if body, err := io.ReadAll(request.Body); err == nil && len(body) > 0 {
			verdict = check(*secrets.Load(), request.Header, body)
		}
		fmt.Println(verdict)
		if strings.HasPrefix(verdict, "ok ") {
			answer.WriteHeader(http.StatusNoContent)
		} else {
			answer.WriteHeader(http.StatusBadRequest)
		}
	})))
	os.Exit(1)
}
