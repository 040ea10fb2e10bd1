/** A forum as one person sees it: its posts with their tags, and the beginning of a new one. */
import { useQuery } from "@tanstack/react-query"
import { Archive, Lock, Pin } from "lucide-react"
import { useState } from "react"
import { Button, ToggleButton } from "react-aria-components"
import { control } from "../../api/Control.ts"
import type { Place } from "../../place/Places.ts"
import { useScreen } from "../../state/Screen.ts"
import { NewPost } from "./NewPost.tsx"
import { type Post, postsOf, type Tag, tagsOf } from "./PostOrder.ts"
import classes from "./Posts.module.css"

interface Of {
  readonly user_id: string
  readonly place: Place
}

export const Posts = ({ user_id, place }: Of) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data } = useQuery({
    queryKey: ["view", user_id, "archived"],
    queryFn: ({ signal }) => control("get_view", { user_id }, { signal, query: { archived: true } })
  })
  const { channel, guild } = place
  if (channel === undefined) return null
  const tags = tagsOf(channel)
  const all = postsOf(channel, data?.guilds.find(({ id }) => id === guild?.id)?.channels ?? [])
  const posts = chosen.size === 0 ? all : all.filter((post) => post.tags.some((id) => chosen.has(id)))
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <div className={classes["forum"]}>
      <NewPost user_id={user_id} channel_id={channel.id} tags={tags} />
      <h2>Posts</h2>
      {tags.length === 0 ? null : (
        <fieldset className={classes["tags"]}>
          <legend>Only with</legend>
          {tags.map((tag) => (
            <ToggleButton
              key={tag.id}
              className={classes["filter"] ?? ""}
              isSelected={chosen.has(tag.id)}
              onChange={(on) => toggle(tag.id, on)}
            >
              {wordsOf(tag)}
            </ToggleButton>
          ))}
        </fieldset>
      )}
      {data === undefined ? <p className={classes["none"]}>Loading …</p> : null}
      {data !== undefined && posts.length === 0 ? (
        <p className={classes["none"]}>
          {all.length === 0 ? "There is no post yet. The form above begins one." : "No post has one of these tags."}
        </p>
      ) : null}
      <ul className={classes["posts"]} aria-label="Posts">
        {posts.map((post) => (
          <PostLine key={post.id} post={post} tags={tags} />
        ))}
      </ul>
    </div>
  )
}

const PostLine = ({ post, tags }: { readonly post: Post; readonly tags: ReadonlyArray<Tag> }) => (
  <li className={classes["post"]} data-archived={post.archived || undefined}>
    <div className={classes["line"]}>
      {post.pinned ? <Pin size={14} aria-label="Pinned" /> : null}
      {post.locked ? <Lock size={14} aria-label="Locked" /> : null}
      {post.archived ? <Archive size={14} aria-label="Archived" /> : null}
      <Button className={classes["title"] ?? ""} onPress={() => useScreen.getState().go({ channel_id: post.id })}>
        {post.name}
      </Button>
    </div>
    <div className={classes["line"]}>
      {tags
        .filter(({ id }) => post.tags.includes(id))
        .map((tag) => (
          <span key={tag.id} className={classes["tag"]}>
            {wordsOf(tag)}
          </span>
        ))}
      <small>{`${answersOf(post)}${new Date(post.activeMs).toLocaleString()}`}</small>
    </div>
  </li>
)

const answersOf = ({ answers }: Post): string =>
  answers === 0 ? "no answer yet, begun " : `${answers} ${answers === 1 ? "answer" : "answers"}, latest `

/** Custom emojis are left out. */
const wordsOf = ({ name, emoji_name }: Tag): string => (emoji_name === null ? name : `${emoji_name} ${name}`)
