package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// arguments are what an act is told; each takes what it needs.
type arguments struct {
	ID, Channel, User, Role, Parent, Denied, Name, Content, Text, Topic, Emoji, Embed string
	IDs                                                                               []string
	Limit                                                                             int
}

func obey(sessions []*discordgo.Session, act string, a arguments) (interface{}, error) {
	s := sessions[0]
	guild, err := s.State.Guild(home)
	if err != nil {
		return nil, err
	}
	switch act {
	case "self":
		return object{"id": s.State.User.ID, "name": s.State.User.Username}, nil
	case "guilds":
		all := []object{}
		for _, g := range s.State.Guilds {
			all = append(all, object{"id": g.ID, "name": g.Name, "owner": g.OwnerID, "members": g.MemberCount})
		}
		sort.Slice(all, func(i, j int) bool { return fmt.Sprint(all[i]["id"]) < fmt.Sprint(all[j]["id"]) })
		return all, nil
	case "channels":
		names, below := []string{}, object{}
		for _, c := range guild.Channels {
			names = append(names, c.Name)
			if c.Name == "below" {
				below = object{"parent": c.ParentID, "topic": c.Topic}
			}
		}
		return object{"names": sorted(names), "below": below}, nil
	case "roles":
		role, err := s.State.Role(home, a.ID)
		if err != nil {
			return nil, err
		}
		names := []string{}
		for _, r := range guild.Roles {
			names = append(names, r.Name)
		}
		return object{"names": sorted(names), "permissions": strconv.FormatInt(role.Permissions, 10)}, nil
	case "permissions":
		may, err := s.State.UserChannelPermissions(s.State.User.ID, a.Channel)
		return object{
			"view":   may&discordgo.PermissionViewChannel != 0,
			"manage": may&discordgo.PermissionManageChannels != 0,
			"kick":   may&discordgo.PermissionKickMembers != 0,
		}, err
	case "threads":
		names := []string{}
		for _, t := range guild.Threads {
			names = append(names, t.Name)
		}
		return sorted(names), nil
	case "members":
		return members(s)
	case "user":
		user, err := s.User(a.ID)
		if err != nil {
			return nil, err
		}
		return object{"id": user.ID, "name": user.Username}, nil
	case "application":
		app, err := s.Application("@me")
		if err != nil {
			return nil, err
		}
		return object{"id": app.ID, "name": app.Name, "owner": app.Owner.ID}, nil
	case "register":
		made, err := s.ApplicationCommandBulkOverwrite(s.State.User.ID, "", commands())
		ids := object{}
		for _, one := range made {
			ids[one.Name] = one.ID
		}
		return ids, err
	case "registered":
		all, err := s.ApplicationCommands(s.State.User.ID, "")
		names := []string{}
		for _, one := range all {
			names = append(names, one.Name)
		}
		return sorted(names), err
	case "role", "give", "rename", "unrole":
		return roles(s, act, a)
	case "channel", "topic", "allow", "remove", "thread", "archive", "refused":
		return channels(s, act, a)
	case "shards":
		on := object{}
		for _, one := range sessions {
			for _, g := range one.State.Guilds {
				on[g.ID] = one.ShardID
			}
		}
		return on, nil
	}
	return messages(s, act, a)
}

func sorted(names []string) []string {
	sort.Strings(names)
	return names
}

func members(s *discordgo.Session) (interface{}, error) {
	names := make(chan []string, 1)
	remove := s.AddHandler(func(_ *discordgo.Session, chunk *discordgo.GuildMembersChunk) {
		found := []string{}
		for _, m := range chunk.Members {
			found = append(found, m.User.Username)
		}
		names <- sorted(found)
	})
	defer remove()
	if err := s.RequestGuildMembers(home, "", 0, "", false); err != nil {
		return nil, err
	}
	select {
	case found := <-names:
		return found, nil
	case <-time.After(5 * time.Second):
		return nil, errors.New("no members came")
	}
}

func known(m *discordgo.Message, err error) (interface{}, error) {
	if err != nil {
		return nil, err
	}
	return object{"id": m.ID, "content": m.Content}, nil
}

func messages(s *discordgo.Session, act string, a arguments) (interface{}, error) {
	switch act {
	case "send":
		send := &discordgo.MessageSend{Content: a.Content}
		if a.Embed != "" {
			send.Embeds = []*discordgo.MessageEmbed{{Title: a.Embed}}
		}
		return known(s.ChannelMessageSendComplex(a.Channel, send))
	case "edit":
		m, err := s.ChannelMessageEdit(a.Channel, a.ID, a.Content)
		if err != nil {
			return nil, err
		}
		return object{"content": m.Content, "edited": m.EditedTimestamp != nil}, nil
	case "reply":
		reference := &discordgo.MessageReference{MessageID: a.ID, ChannelID: a.Channel, GuildID: home}
		return known(s.ChannelMessageSendReply(a.Channel, a.Content, reference))
	case "file":
		return known(s.ChannelFileSend(a.Channel, a.Name, strings.NewReader(a.Text)))
	case "react":
		return nil, s.MessageReactionAdd(a.Channel, a.ID, a.Emoji)
	case "unreact":
		return nil, s.MessageReactionRemove(a.Channel, a.ID, a.Emoji, "@me")
	case "pin":
		if err := s.ChannelMessagePin(a.Channel, a.ID); err != nil {
			return nil, err
		}
		pinned, err := s.ChannelMessagesPinned(a.Channel)
		ids := []string{}
		for _, m := range pinned {
			ids = append(ids, m.ID)
		}
		return ids, err
	case "bulk":
		return nil, s.ChannelMessagesBulkDelete(a.Channel, a.IDs)
	case "history":
		last, err := s.ChannelMessages(a.Channel, a.Limit, "", "", "")
		contents := []string{}
		for _, m := range last {
			contents = append(contents, m.Content)
		}
		return contents, err
	case "direct":
		channel, err := s.UserChannelCreate(a.User)
		if err != nil {
			return nil, err
		}
		_, err = s.ChannelMessageSend(channel.ID, a.Content)
		return object{"channel": channel.ID}, err
	case "typing":
		return nil, s.ChannelTyping(a.Channel)
	}
	return nil, errors.New("no such act")
}

func roles(s *discordgo.Session, act string, a arguments) (interface{}, error) {
	switch act {
	case "role":
		role, err := s.GuildRoleCreate(home, &discordgo.RoleParams{Name: a.Name})
		if err != nil {
			return nil, err
		}
		return object{"id": role.ID}, nil
	case "give":
		if err := s.GuildMemberRoleAdd(home, a.User, a.Role); err != nil {
			return nil, err
		}
		member, err := s.GuildMember(home, a.User)
		if err != nil {
			return nil, err
		}
		return sorted(member.Roles), nil
	case "rename":
		role, err := s.GuildRoleEdit(home, a.Role, &discordgo.RoleParams{Name: a.Name})
		if err != nil {
			return nil, err
		}
		return object{"name": role.Name}, nil
	}
	if err := s.GuildRoleDelete(home, a.Role); err != nil {
		return nil, err
	}
	return nil, until(func() bool {
		_, err := s.State.Role(home, a.Role)
		return err != nil
	})
}

func channels(s *discordgo.Session, act string, a arguments) (interface{}, error) {
	switch act {
	case "channel":
		denied := &discordgo.PermissionOverwrite{
			ID: a.Denied, Type: discordgo.PermissionOverwriteTypeMember, Deny: discordgo.PermissionSendMessages,
		}
		channel, err := s.GuildChannelCreateComplex(home, discordgo.GuildChannelCreateData{
			Name: a.Name, ParentID: a.Parent, PermissionOverwrites: []*discordgo.PermissionOverwrite{denied},
		})
		if err != nil {
			return nil, err
		}
		return object{"id": channel.ID}, nil
	case "topic":
		channel, err := s.ChannelEdit(a.ID, &discordgo.ChannelEdit{Topic: a.Topic})
		if err != nil {
			return nil, err
		}
		return object{"topic": channel.Topic}, nil
	case "allow":
		if err := s.ChannelPermissionDelete(a.ID, a.User); err != nil {
			return nil, err
		}
		channel, err := s.Channel(a.ID)
		if err != nil {
			return nil, err
		}
		return object{"overwrites": len(channel.PermissionOverwrites)}, nil
	case "remove":
		if _, err := s.ChannelDelete(a.ID); err != nil {
			return nil, err
		}
		return nil, until(func() bool {
			_, err := s.State.Channel(a.ID)
			return err != nil
		})
	case "thread":
		thread, err := s.ThreadStart(a.Channel, a.Name, discordgo.ChannelTypeGuildPublicThread, 1440)
		if err != nil {
			return nil, err
		}
		said, err := s.ChannelMessageSend(thread.ID, a.Content)
		if err != nil {
			return nil, err
		}
		return object{"id": thread.ID, "said": said.ID}, nil
	case "archive":
		archived := true
		thread, err := s.ChannelEdit(a.ID, &discordgo.ChannelEdit{Archived: &archived})
		if err != nil {
			return nil, err
		}
		return object{"archived": thread.ThreadMetadata.Archived, "parent": thread.ParentID}, nil
	}
	_, err := s.ChannelMessageSend(a.Channel, "let me in")
	var refusal *discordgo.RESTError
	if !errors.As(err, &refusal) {
		return nil, errors.New("it was not refused")
	}
	return object{"status": refusal.Response.StatusCode, "code": refusal.Message.Code}, nil
}
