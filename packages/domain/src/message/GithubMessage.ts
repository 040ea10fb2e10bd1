/**
 * What a code forge tells a webhook, as a message with one embed. Source: official OpenAPI document, `GithubWebhook`; the
 * platform's documentation of `Execute GitHub-Compatible Webhook`. Our choice: docs/choices.md "Webhooks".
 */
import { Result, Schema } from "effect"
import { type Fault, under } from "../error/Fault.ts"
import { InvalidForm } from "../error/ServiceError.ts"
import { given } from "../validation/Given.ts"
import { judgeLimits } from "../validation/Limit.ts"
import { gather, judgeEach } from "../validation/Rule.ts"
import * as Shape from "../validation/Shape.ts"
import { LIMITS } from "./ForeignLimits.ts"

const { Text, Int, Bool, field, needed } = Shape

const User = Schema.Struct({ login: needed(Text), html_url: needed(Text), avatar_url: needed(Text) })
const Repository = Schema.Struct({ html_url: needed(Text), name: needed(Text), full_name: needed(Text) })
const Issue = Schema.Struct({
  number: needed(Int),
  html_url: needed(Text),
  user: needed(User),
  title: needed(Text),
  body: field(Text),
  pull_request: field(Shape.Any)
})
const Comment = Schema.Struct({
  html_url: needed(Text),
  user: needed(User),
  commit_id: field(Text),
  body: needed(Text)
})
const Commit = Schema.Struct({
  id: needed(Text),
  url: needed(Text),
  message: needed(Text),
  author: needed(Schema.Struct({ name: needed(Text) }))
})
const Check = Schema.Struct({
  name: field(Text),
  html_url: field(Text),
  conclusion: field(Text),
  head_branch: field(Text),
  head_sha: field(Text)
})

const Release = Schema.Struct({ tag_name: needed(Text), html_url: needed(Text) })
const Review = Schema.Struct({ html_url: needed(Text), body: field(Text), state: needed(Text) })
const Discussion = Schema.Struct({
  title: needed(Text),
  number: needed(Int),
  html_url: needed(Text),
  body: field(Text)
})

export const GithubShape = Schema.Struct({
  action: field(Text),
  ref: field(Text),
  ref_type: field(Text),
  comment: field(Comment),
  issue: field(Issue),
  pull_request: field(Issue),
  repository: field(Repository),
  forkee: field(Repository),
  sender: needed(User),
  member: field(User),
  release: field(Release),
  commits: field(Shape.list(Commit, LIMITS.items)),
  forced: field(Bool),
  compare: field(Text),
  review: field(Review),
  check_run: field(Check),
  check_suite: field(Check),
  discussion: field(Discussion)
}).annotate({ identifier: "GithubWebhook" })

type Told = typeof GithubShape.Type

const decode = Shape.decoder(GithubShape)
const judgeOwn = judgeLimits(GithubShape, "presence")

/** What each part needs, where it is given. */
const PARTS = [
  ["comment", judgeLimits(Comment, "presence")],
  ["issue", judgeLimits(Issue, "presence")],
  ["pull_request", judgeLimits(Issue, "presence")],
  ["repository", judgeLimits(Repository, "presence")],
  ["forkee", judgeLimits(Repository, "presence")],
  ["sender", judgeLimits(User, "presence")],
  ["member", judgeLimits(User, "presence")],
  ["release", judgeLimits(Release, "presence")],
  ["review", judgeLimits(Review, "presence")],
  ["discussion", judgeLimits(Discussion, "presence")]
] as const

const judgeCommit = judgeLimits(Commit, "presence")

const judge = (told: Told): ReadonlyArray<Fault> => [
  ...judgeOwn(told),
  // Each part is judged by the rules of its own shape.
  ...gather(PARTS, ([name, judgePart]) => under([name], told[name] == null ? [] : judgePart(told[name] as never))),
  ...judgeEach("commits", told.commits ?? [], judgeCommit)
]

interface Line {
  readonly text: string
  readonly url?: string | null | undefined
  readonly description?: string | null | undefined
}

/** The body of a message; undefined for an event of which the channel hears nothing. `event`: the header X-GitHub-Event. */
export const messageOfGithub = (event: string, sent: unknown): Result.Result<object | undefined, InvalidForm> => {
  const { value, faults: shape } = decode(sent)
  const own = judge(value)
  const faults = [...own, ...Shape.withoutEchoes(shape, own)]
  if (faults.length > 0) return Result.fail(new InvalidForm({ faults }))
  const line = Object.hasOwn(EVENTS, event) ? EVENTS[event]?.(value) : undefined
  if (line === undefined) return Result.succeed(undefined)
  const { repository, sender } = value
  const place = repository == null ? "" : `[${repository.full_name}] `
  const author = { name: sender?.login, url: sender?.html_url, icon_url: sender?.avatar_url }
  const { text, url, description } = line
  return Result.succeed({
    embeds: [
      given({
        author: given(author),
        title: cut(`${place}${text}`, TITLE),
        url: url ?? repository?.html_url,
        description: description == null || description === "" ? undefined : cut(description, LIMITS.quoted)
      })
    ]
  })
}

const TITLE = 256

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`

const numbered = ({ number, title }: { readonly number?: number | null; readonly title?: string | null }) =>
  `#${number} ${title}`

/** `opened`, `closed` and `reopened`; the text of what was opened is quoted. */
const changed = (what: string, action: string | null | undefined, one: Told["issue"]): Line | undefined =>
  one == null || !["opened", "closed", "reopened"].includes(action ?? "")
    ? undefined
    : {
        text: `${what} ${action}: ${numbered(one)}`,
        url: one.html_url,
        description: action === "opened" ? one.body : undefined
      }

const commented = (on: string, comment: Told["comment"]): Line | undefined =>
  comment == null ? undefined : { text: `New comment on ${on}`, url: comment.html_url, description: comment.body }

const checked = (name: string, check: Told["check_run"]): Line | undefined =>
  check?.conclusion == null
    ? undefined
    : {
        text: `${check.name ?? name} ${check.conclusion}${check.head_branch == null ? "" : ` on ${check.head_branch}`}`,
        url: check.html_url
      }

const pushed = ({ ref, commits, compare, forced }: Told): Line | undefined => {
  if (commits == null || commits.length === 0) return undefined
  const branch = (ref ?? "").replace(/^refs\/(?:heads|tags)\//, "")
  const many = commits.length === 1 ? "1 new commit" : `${commits.length} new commits`
  const lines = commits.slice(0, LIMITS.commits).map(({ id, url, message, author }) => {
    const [subject = ""] = (message ?? "").split("\n", 1)
    return `[\`${(id ?? "").slice(0, 7)}\`](${url}) ${cut(subject, 50)} - ${author?.name}`
  })
  const text = `${branch}: ${many}${forced === true ? ", force-pushed" : ""}`
  return { text, url: compare, description: lines.join("\n") }
}

const EVENTS: Readonly<Record<string, (told: Told) => Line | undefined>> = {
  push: pushed,
  issues: ({ action, issue }) => changed("Issue", action, issue),
  pull_request: ({ action, pull_request }) => changed("Pull request", action, pull_request),
  issue_comment: ({ action, issue, comment }) =>
    action === "created" && issue != null
      ? commented(`${issue.pull_request == null ? "issue" : "pull request"} ${numbered(issue)}`, comment)
      : undefined,
  pull_request_review: ({ action, pull_request, review }) =>
    action === "submitted" && pull_request != null && review != null
      ? {
          text: `Pull request review submitted: ${numbered(pull_request)}`,
          url: review.html_url,
          description: review.body
        }
      : undefined,
  pull_request_review_comment: ({ action, pull_request, comment }) =>
    action === "created" && pull_request != null
      ? commented(`pull request ${numbered(pull_request)}`, comment)
      : undefined,
  commit_comment: ({ comment }) => commented(`commit \`${(comment?.commit_id ?? "").slice(0, 7)}\``, comment),
  create: ({ ref, ref_type }) => ({ text: `New ${ref_type ?? "branch"} created: ${ref ?? ""}` }),
  delete: ({ ref, ref_type }) => ({ text: `${ref_type ?? "branch"} deleted: ${ref ?? ""}` }),
  fork: ({ forkee }) =>
    forkee == null ? undefined : { text: `Fork created: ${forkee.full_name}`, url: forkee.html_url },
  watch: ({ action }) => (action === "started" ? { text: "New star added" } : undefined),
  public: () => ({ text: "Now open sourced!" }),
  member: ({ action, member }) =>
    action === "added" && member != null
      ? { text: `New collaborator added: ${member.login}`, url: member.html_url }
      : undefined,
  release: ({ action, release }) =>
    action === "published" && release != null
      ? { text: `New release published: ${release.tag_name}`, url: release.html_url }
      : undefined,
  check_run: ({ action, check_run }) => (action === "completed" ? checked("check", check_run) : undefined),
  check_suite: ({ action, check_suite }) => (action === "completed" ? checked("checks", check_suite) : undefined),
  discussion: ({ action, discussion }) =>
    discussion != null && (action === "created" || action === "answered")
      ? {
          text: `Discussion ${action}: ${numbered(discussion)}`,
          url: discussion.html_url,
          description: action === "created" ? discussion.body : undefined
        }
      : undefined,
  discussion_comment: ({ action, discussion, comment }) =>
    action === "created" && discussion != null ? commented(`discussion ${numbered(discussion)}`, comment) : undefined
}
