// A bot with dice, in Go, with a WebSocket library and nothing else: /roll, a button that rolls again, and !roll.
// DISCORD_TOKEN is the bot's token.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const api = "https://discord.com/api/v10"

var token = os.Getenv("DISCORD_TOKEN")

type object = map[string]interface{}

type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type string          `json:"t"`
}

// call sends a request to the API and reads its answer, if there is a place for it.
func call(method, path string, body interface{}, answer interface{}) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(method, api+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bot "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "DiscordBot (https://example.com/dice, 1.0)")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s %s", method, path, response.Status, got)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(got, answer)
}

type bot struct {
	socket *websocket.Conn
	write  sync.Mutex
	seq    *int64
}

func (b *bot) send(op int, data interface{}) error {
	b.write.Lock()
	defer b.write.Unlock()
	return b.socket.WriteJSON(object{"op": op, "d": data})
}

func (b *bot) beat(every time.Duration, done <-chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-time.After(every):
			if err := b.send(1, b.seq); err != nil {
				return
			}
		}
	}
}

func rolled(sides int64) object {
	return object{
		"content": fmt.Sprintf("A die of %d shows %d", sides, rand.Int63n(sides)+1),
		"components": []object{{"type": 1, "components": []object{
			{"type": 2, "style": 1, "label": "Again", "custom_id": fmt.Sprintf("again:%d", sides)},
		}}},
	}
}

func (b *bot) ready(data json.RawMessage) error {
	var ready struct {
		User        struct{ Username string }
		Application struct{ ID string }
	}
	if err := json.Unmarshal(data, &ready); err != nil {
		return err
	}
	commands := []object{{"name": "roll", "description": "Rolls a die", "options": []object{
		{"type": 4, "name": "sides", "description": "How many sides", "min_value": 2, "max_value": 100},
	}}}
	if err := call("PUT", "/applications/"+ready.Application.ID+"/commands", commands, nil); err != nil {
		return err
	}
	fmt.Println(ready.User.Username, "is ready")
	return nil
}

func interaction(data json.RawMessage) error {
	var it struct {
		ID, Token string
		Type      int
		Data      struct {
			CustomID string `json:"custom_id"`
			Options  []struct{ Value int64 }
		}
	}
	if err := json.Unmarshal(data, &it); err != nil {
		return err
	}
	sides, kind := int64(6), 4
	if it.Type == 3 {
		kind = 7
		fmt.Sscanf(it.Data.CustomID, "again:%d", &sides)
	} else if len(it.Data.Options) > 0 {
		sides = it.Data.Options[0].Value
	}
	return call("POST", "/interactions/"+it.ID+"/"+it.Token+"/callback", object{"type": kind, "data": rolled(sides)}, nil)
}

func message(data json.RawMessage) error {
	var it struct {
		ChannelID string `json:"channel_id"`
		Content   string
		Author    struct{ Bot bool }
	}
	if err := json.Unmarshal(data, &it); err != nil {
		return err
	}
	if it.Author.Bot || strings.TrimSpace(it.Content) != "!roll" {
		return nil
	}
	return call("POST", "/channels/"+it.ChannelID+"/messages", rolled(6), nil)
}

func (b *bot) dispatch(event payload) error {
	switch event.Type {
	case "READY":
		return b.ready(event.Data)
	case "INTERACTION_CREATE":
		return interaction(event.Data)
	case "MESSAGE_CREATE":
		return message(event.Data)
	}
	return nil
}

func (b *bot) run() error {
	var gateway struct{ URL string }
	if err := call("GET", "/gateway/bot", nil, &gateway); err != nil {
		return err
	}
	socket, _, err := websocket.DefaultDialer.Dial(gateway.URL+"/?v=10&encoding=json", nil)
	if err != nil {
		return err
	}
	defer socket.Close()
	b.socket = socket
	done := make(chan struct{})
	defer close(done)
	for {
		var event payload
		if err := socket.ReadJSON(&event); err != nil {
			return err
		}
		if event.Seq != nil {
			b.seq = event.Seq
		}
		switch event.Op {
		case 10:
			var hello struct {
				Interval int64 `json:"heartbeat_interval"`
			}
			if err := json.Unmarshal(event.Data, &hello); err != nil {
				return err
			}
			go b.beat(time.Duration(hello.Interval)*time.Millisecond, done)
			// Guilds, messages of guilds, and their content.
			identify := object{"token": token, "intents": 1 | 1<<9 | 1<<15, "properties": object{"os": "linux", "browser": "dice", "device": "dice"}}
			if err := b.send(2, identify); err != nil {
				return err
			}
		case 0:
			if err := b.dispatch(event); err != nil {
				log.Println(err)
			}
		}
	}
}

func main() {
	rand.Seed(time.Now().UnixNano())
	log.Fatal((&bot{}).run())
}
