/** Begins a post in a forum: its title, its first message and its tags. */
import { Check } from "lucide-react"
import { useState } from "react"
import { Button, Checkbox, Form, Input, Label, TextArea, TextField } from "react-aria-components"
import { control } from "../../api/Control.ts"
import { sentenceOf } from "../../api/ControlFailure.ts"
import { queries, viewQuery } from "../../api/Queries.ts"
import { useScreen } from "../../state/Screen.ts"
import type { Tag } from "./PostOrder.ts"
import classes from "./Posts.module.css"

interface Of {
  readonly user_id: string
  readonly channel_id: string
  readonly tags: ReadonlyArray<Tag>
}

export const NewPost = ({ user_id, channel_id, tags }: Of) => {
  const [name, setName] = useState("")
  const [content, setContent] = useState("")
  const [applied_tags, setTags] = useState<ReadonlyArray<string>>([])
  const [problem, setProblem] = useState<string>()
  const post = async () => {
    try {
      const body = { name, message: { content }, applied_tags }
      const { id } = await control("start_thread", { user_id, channel_id }, { body })
      await queries.invalidateQueries({ queryKey: viewQuery(user_id).queryKey })
      useScreen.getState().go({ channel_id: String(id) })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <Form
      className={classes["new"] ?? ""}
      aria-label="New post"
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
    >
      <TextField value={name} onChange={setName} maxLength={100}>
        <Label className="hidden">Title of a new post</Label>
        <Input placeholder="Title of a new post" />
      </TextField>
      <TextField value={content} onChange={setContent}>
        <Label className="hidden">First message</Label>
        <TextArea rows={2} placeholder="First message" />
      </TextField>
      {tags.length === 0 ? null : (
        <fieldset className={classes["tags"]}>
          <legend>Tags of the post</legend>
          {tags.map(({ id, name: tag }) => (
            <Checkbox
              key={id}
              className={classes["tick"] ?? ""}
              isSelected={applied_tags.includes(id)}
              onChange={(on) => setTags(on ? [...applied_tags, id] : applied_tags.filter((each) => each !== id))}
            >
              {({ isSelected }) => (
                <>
                  {isSelected ? <Check size={12} aria-hidden /> : null} {tag}
                </>
              )}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {problem === undefined ? null : <p role="alert">{problem}</p>}
      <Button type="submit" isDisabled={name.trim() === ""}>
        Post
      </Button>
    </Form>
  )
}
