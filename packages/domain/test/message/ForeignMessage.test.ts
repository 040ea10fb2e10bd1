/** Messages that other services send to webhooks, in their own forms. */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { messageOfGithub } from "../../src/message/GithubMessage.ts"
import { messageOfSlack } from "../../src/message/SlackMessage.ts"

describe("a message in the form of a chat service", () => {
  it("becomes one of ours, with an embed for each attachment", () => {
    const sent = {
      text: "Tide report",
      username: "harbour",
      icon_url: "https://example.com/a.png",
      attachments: [
        {
          title: "High",
          title_link: "https://example.com/high",
          pretext: "Today",
          text: "at noon",
          color: "#f80",
          ts: 0,
          author_name: "Dana",
          footer: "office",
          thumb_url: "https://example.com/t.png",
          fields: [{ title: "height", value: "4 m", short: true }]
        },
        { color: "good" }
      ]
    }
    const embed = {
      title: "High",
      url: "https://example.com/high",
      description: "Today\nat noon",
      color: 0xff8800,
      timestamp: "1970-01-01T00:00:00.000Z",
      footer: { text: "office" },
      author: { name: "Dana" },
      thumbnail: { url: "https://example.com/t.png" },
      fields: [{ name: "height", value: "4 m", inline: true }]
    }
    const message = {
      content: "Tide report",
      username: "harbour",
      avatar_url: "https://example.com/a.png",
      embeds: [embed, {}]
    }
    assert.deepStrictEqual(Result.getOrThrow(messageOfSlack(sent)), message)
    assert.deepStrictEqual(Result.getOrThrow(messageOfSlack({ payload: JSON.stringify(sent) })), message)
  })

  it("is refused where its form is wrong", () => {
    for (const sent of [null, 7, { attachments: {} }, { attachments: [{ ts: "now" }] }, { payload: "{" }])
      assert.isTrue(Result.isFailure(messageOfSlack(sent)), JSON.stringify(sent))
  })
})

const sender = { login: "dana", html_url: "https://example.com/dana", avatar_url: "https://example.com/dana.png" }
const repository = { name: "boats", full_name: "harbour/boats", html_url: "https://example.com/boats" }
const issue = { number: 7, title: "It leaks", html_url: "https://example.com/7", user: sender, body: "Badly" }
const comment = { html_url: "https://example.com/c", user: sender, body: "Me too", commit_id: "0123456789" }

const embedOf = (event: string, told: object) => {
  const message: unknown = Result.getOrThrow(messageOfGithub(event, { sender, repository, ...told }))
  return message === undefined ? undefined : (message as { readonly embeds: ReadonlyArray<object> }).embeds[0]
}

describe("what a code forge tells", () => {
  const commits = [
    { id: "0123456789", url: "https://example.com/0", message: "Caulk\n\nwell", author: { name: "Dana" } },
    { id: "abcdef0123", url: "https://example.com/a", message: "Paint", author: { name: "Eli" } }
  ]

  it.each([
    ["push", { ref: "refs/heads/main", commits, compare: "https://example.com/x" }, "main: 2 new commits"],
    ["push", { ref: "refs/heads/main", commits: commits.slice(1), forced: true }, "main: 1 new commit, force-pushed"],
    ["issues", { action: "opened", issue }, "Issue opened: #7 It leaks"],
    ["pull_request", { action: "closed", pull_request: issue }, "Pull request closed: #7 It leaks"],
    ["issue_comment", { action: "created", issue, comment }, "New comment on issue #7 It leaks"],
    [
      "issue_comment",
      { action: "created", issue: { ...issue, pull_request: {} }, comment },
      "New comment on pull request #7 It leaks"
    ],
    [
      "pull_request_review",
      { action: "submitted", pull_request: issue, review: { html_url: "https://example.com/r", state: "approved" } },
      "Pull request review submitted: #7 It leaks"
    ],
    ["commit_comment", { action: "created", comment }, "New comment on commit `0123456`"],
    ["create", { ref: "v1", ref_type: "tag" }, "New tag created: v1"],
    ["delete", { ref: "old", ref_type: "branch" }, "branch deleted: old"],
    ["fork", { forkee: { ...repository, full_name: "eli/boats" } }, "Fork created: eli/boats"],
    ["watch", { action: "started" }, "New star added"],
    ["member", { action: "added", member: sender }, "New collaborator added: dana"],
    [
      "release",
      { action: "published", release: { tag_name: "v1", html_url: "https://example.com/v1" } },
      "New release published: v1"
    ],
    [
      "check_run",
      { action: "completed", check_run: { name: "ci", conclusion: "failure", head_branch: "main" } },
      "ci failure on main"
    ],
    [
      "discussion",
      { action: "answered", discussion: { title: "Rust", number: 3, html_url: "https://example.com/3" } },
      "Discussion answered: #3 Rust"
    ]
  ])("%s is a message: %j", (event, told, title) => {
    const embed = embedOf(event, told)
    assert.deepNestedInclude(embed, { title: `[harbour/boats] ${title}`, "author.name": "dana" })
  })

  it("names the commits of a push, with their addresses", () => {
    assert.deepNestedInclude(embedOf("push", { ref: "refs/heads/main", commits }), {
      description: "[`0123456`](https://example.com/0) Caulk - Dana\n[`abcdef0`](https://example.com/a) Paint - Eli",
      url: "https://example.com/boats"
    })
  })

  it.each([
    ["push", { commits: [] }],
    ["issues", { action: "labeled", issue }],
    ["workflow_run", {}],
    ["constructor", {}],
    ["", {}]
  ])("%s is no message: %j", (event, told) => {
    assert.isUndefined(embedOf(event, told))
  })

  it("is refused without a sender", () => {
    assert.isTrue(Result.isFailure(messageOfGithub("watch", { action: "started" })))
  })

  it("is judged whatever it is", () => {
    fc.assert(
      fc.property(fc.constantFrom("push", "issues", "check_run"), fc.anything(), (event, sent) => {
        messageOfGithub(event, sent)
        messageOfSlack(sent)
      })
    )
  })
})
