// The bot of the forty steps on discordgo: acts come as lines of JSON, answers and events go as lines of JSON.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

const home = "200000000000000001"

type object map[string]interface{}

var printing sync.Mutex

func write(line object) {
	printing.Lock()
	defer printing.Unlock()
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

func tell(event string, data interface{}) { write(object{"event": event, "data": data}) }

// onlyLoopback keeps the process from any other machine.
func onlyLoopback(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		tell("trouble", "kept from "+address)
		return nil, errors.New("kept from " + address)
	}
	return (&net.Dialer{}).DialContext(ctx, network, address)
}

type backlot struct {
	base *url.URL
	next http.RoundTripper
}

func (b backlot) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.URL.Scheme, request.URL.Host, request.Host = b.base.Scheme, b.base.Host, b.base.Host
	return b.next.RoundTrip(request)
}

const intents = discordgo.IntentGuilds | discordgo.IntentGuildMembers | discordgo.IntentGuildMessages |
	discordgo.IntentGuildMessageReactions | discordgo.IntentGuildMessageTyping | discordgo.IntentDirectMessages |
	discordgo.IntentMessageContent

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// open logs in one shard and waits until its guilds have come.
func open(shard, shards int) *discordgo.Session {
	base, err := url.Parse(os.Getenv("BACKLOT_APP_REST_URL"))
	must(err)
	s, err := discordgo.New("Bot " + os.Getenv("BACKLOT_APP_TOKEN"))
	must(err)
	s.Client = &http.Client{Transport: backlot{base, &http.Transport{DialContext: onlyLoopback}}}
	dialer := *s.Dialer
	dialer.NetDialContext = onlyLoopback
	s.Dialer = &dialer
	s.ShardID, s.ShardCount, s.Identify.Intents = shard, shards, intents
	s.State.MaxMessageCount = 100
	came := make(chan bool)
	listen(s, came)
	must(s.Open())
	<-came
	return s
}

func listen(s *discordgo.Session, came chan bool) {
	var lock sync.Mutex
	opened := false
	awaited := map[string]bool{}
	s.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) {
		lock.Lock()
		defer lock.Unlock()
		for _, guild := range r.Guilds {
			awaited[guild.ID] = true
		}
	})
	s.AddHandler(func(_ *discordgo.Session, g *discordgo.GuildCreate) {
		lock.Lock()
		defer lock.Unlock()
		if !awaited[g.ID] {
			return
		}
		delete(awaited, g.ID)
		if len(awaited) > 0 {
			return
		}
		if opened {
			tell("ready", nil)
			return
		}
		opened = true
		close(came)
	})
	s.AddHandler(func(_ *discordgo.Session, _ *discordgo.Resumed) { tell("resumed", nil) })
	s.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) {
		var guild interface{}
		if m.GuildID != "" {
			guild = m.GuildID
		}
		tell("message", object{
			"id": m.ID, "content": m.Content, "author": m.Author.Username, "channel": m.ChannelID, "guild": guild,
		})
	})
	s.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageUpdate) {
		tell("edited", object{"id": m.ID, "content": m.Content})
	})
	s.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageDelete) { tell("deleted", object{"id": m.ID}) })
	s.AddHandler(func(_ *discordgo.Session, r *discordgo.MessageReactionAdd) {
		tell("reaction", object{"message": r.MessageID, "emoji": r.Emoji.Name, "user": r.UserID})
	})
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if err := answer(s, i); err != nil {
			tell("trouble", err.Error())
		}
	})
}

func text(name, description string, required, autocomplete bool) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: description,
		Required: required, Autocomplete: autocomplete,
	}
}

func commands() []*discordgo.ApplicationCommand {
	list := []*discordgo.ApplicationCommand{
		{Name: "greet", Description: "Greets", Options: []*discordgo.ApplicationCommandOption{
			text("text", "What", true, false),
			{Type: discordgo.ApplicationCommandOptionUser, Name: "who", Description: "Whom"},
		}},
		{Name: "suggest", Description: "Suggests", Options: []*discordgo.ApplicationCommandOption{
			text("query", "What", true, true),
		}},
		{Name: "Inspect", Type: discordgo.UserApplicationCommand},
		{Name: "Quote", Type: discordgo.MessageApplicationCommand},
	}
	for _, name := range []string{"slow", "more", "secret", "gone", "panel", "form"} {
		list = append(list, &discordgo.ApplicationCommand{Name: name, Description: name})
	}
	return list
}

func say(content string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: content},
	}
}

func nameOf(i *discordgo.InteractionCreate) string {
	if i.Member != nil {
		return i.Member.User.Username
	}
	return i.User.Username
}

func row(component discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{component}}
}

func answer(s *discordgo.Session, i *discordgo.InteractionCreate) error {
	respond := func(response *discordgo.InteractionResponse) error {
		return s.InteractionRespond(i.Interaction, response)
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		typed := i.ApplicationCommandData().Options[0].StringValue()
		choices := []*discordgo.ApplicationCommandOptionChoice{
			{Name: typed + " one", Value: typed + "1"}, {Name: typed + " two", Value: typed + "2"},
		}
		return respond(&discordgo.InteractionResponse{
			Type: discordgo.InteractionApplicationCommandAutocompleteResult,
			Data: &discordgo.InteractionResponseData{Choices: choices},
		})
	case discordgo.InteractionMessageComponent:
		data := i.MessageComponentData()
		if data.CustomID == "pick" {
			sort.Strings(data.Values)
			return respond(say("picked " + strings.Join(data.Values, ", ")))
		}
		return respond(&discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseUpdateMessage,
			Data: &discordgo.InteractionResponseData{
				Content: "waved by " + nameOf(i), Components: []discordgo.MessageComponent{},
			},
		})
	case discordgo.InteractionModalSubmit:
		input := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput)
		return respond(say("hello " + input.Value))
	}
	return command(s, i, respond)
}

func command(
	s *discordgo.Session, i *discordgo.InteractionCreate, respond func(*discordgo.InteractionResponse) error,
) error {
	data := i.ApplicationCommandData()
	switch data.Name {
	case "greet":
		to := "all"
		for _, option := range data.Options {
			if option.Name == "who" {
				to = data.Resolved.Users[option.UserValue(nil).ID].Username
			}
		}
		return respond(say(fmt.Sprintf("%s to %s by %s", data.Options[0].StringValue(), to, nameOf(i))))
	case "slow":
		deferred := discordgo.InteractionResponseDeferredChannelMessageWithSource
		if err := respond(&discordgo.InteractionResponse{Type: deferred}); err != nil {
			return err
		}
		done := "done"
		_, err := s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: &done})
		return err
	case "more":
		if err := respond(say("one")); err != nil {
			return err
		}
		_, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "two"})
		return err
	case "secret":
		response := say("psst")
		response.Data.Flags = discordgo.MessageFlagsEphemeral
		return respond(response)
	case "gone":
		if err := respond(say("soon gone")); err != nil {
			return err
		}
		original, err := s.InteractionResponse(i.Interaction)
		if err != nil {
			return err
		}
		tell("original", object{"id": original.ID, "content": original.Content})
		return s.InteractionResponseDelete(i.Interaction)
	case "panel":
		options := []discordgo.SelectMenuOption{}
		for _, colour := range []string{"red", "green", "blue"} {
			options = append(options, discordgo.SelectMenuOption{Label: colour, Value: colour})
		}
		response := say("Choose")
		response.Data.Components = []discordgo.MessageComponent{
			row(discordgo.Button{Label: "Wave", CustomID: "wave", Style: discordgo.PrimaryButton}),
			row(discordgo.SelectMenu{
				MenuType: discordgo.StringSelectMenu, CustomID: "pick", MaxValues: 2, Options: options,
			}),
		}
		return respond(response)
	case "form":
		return respond(&discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseModal,
			Data: &discordgo.InteractionResponseData{
				CustomID: "form", Title: "Form",
				Components: []discordgo.MessageComponent{
					row(discordgo.TextInput{CustomID: "name", Label: "Name", Style: discordgo.TextInputShort}),
				},
			},
		})
	case "Inspect":
		return respond(say(data.Resolved.Users[data.TargetID].Username))
	case "Quote":
		message := data.Resolved.Messages[data.TargetID]
		return respond(say(message.Author.Username + ": " + message.Content))
	}
	return fmt.Errorf("no answer to %s", data.Name)
}

func main() {
	shards, err := strconv.Atoi(os.Getenv("SHARDS"))
	must(err)
	sessions := []*discordgo.Session{}
	for shard := 0; shard < shards; shard++ {
		sessions = append(sessions, open(shard, shards))
	}
	tell("ready", nil)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked struct {
			ID   int             `json:"id"`
			Act  string          `json:"act"`
			Args json.RawMessage `json:"args"`
		}
		must(json.Unmarshal(lines.Bytes(), &asked))
		var args arguments
		must(json.Unmarshal(asked.Args, &args))
		done, err := obey(sessions, asked.Act, args)
		if err != nil {
			write(object{"id": asked.ID, "error": asked.Act + ": " + err.Error()})
		} else {
			write(object{"id": asked.ID, "ok": done})
		}
	}
}

// until waits for the event that brings what was changed into the caches.
func until(fits func() bool) error {
	for i := 0; i < 500; i++ {
		if fits() {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("the caches did not follow")
}
