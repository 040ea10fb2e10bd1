/** A message as a card, as a person sees it in a client: author, text, embeds, components. Nothing of it can be used. */
import type { CardNames } from "../../src/report/CardNames.ts"
import type { Card, Embed, Part } from "../../src/report/MessageCards.ts"
import { timeElement } from "../Time.ts"
import { type Child, make } from "./Elements.ts"
import { markdown } from "./Markdown.ts"

export const messageCard = (card: Card, names: CardNames): HTMLElement => {
  const { author, bot, at, marks, state, content, embeds, parts, extras } = card
  return make(
    "article",
    {
      className: marks.some((mark) => mark.startsWith("only")) ? "message private" : "message",
      ariaLabel: `Message of ${author}`
    },
    make("span", { className: "face", ariaHidden: "true" }, [...author][0] ?? "?"),
    make(
      "div",
      "said",
      make(
        "header",
        {},
        make("b", {}, author),
        bot ? make("span", "bot", "APP") : undefined,
        at === undefined ? undefined : make("span", "soft", timeElement(at, "day")),
        marks.map((mark) => make("span", "note", mark))
      ),
      content === "" ? undefined : make("div", "text", markdown(content, names)),
      embeds.map((embed) => embedBox(embed, names)),
      parts.length === 0
        ? undefined
        : make(
            "div",
            "parts",
            parts.map((part) => partBox(part, names))
          ),
      extras.map((text) => make("div", "extra", text)),
      state === undefined ? undefined : make("div", `state ${state.tone}`, state.text)
    )
  )
}

const text = (className: string, value: string | undefined, names: CardNames): Child =>
  value === undefined ? undefined : make("div", `${className} text`, markdown(value, names))

/** The colour comes from the app; the script may set it, which markup could not under the page's policy. */
const coloured = <Kind extends HTMLElement>(element: Kind, colour: string | undefined): Kind => {
  if (colour !== undefined) element.style.borderInlineStartColor = colour
  return element
}

const embedBox = (embed: Embed, names: CardNames): HTMLElement => {
  const { colour, author, title, description, fields, images, footer } = embed
  return coloured(
    make(
      "div",
      "embed",
      author === undefined ? undefined : make("div", "by", author),
      text("embed-title", title, names),
      text("description", description, names),
      fields.length === 0
        ? undefined
        : make(
            "dl",
            {},
            fields.map(({ name, value, inline }) =>
              make(
                "div",
                inline ? "inline" : {},
                make("dt", "text", markdown(name, names)),
                make("dd", "text", markdown(value, names))
              )
            )
          ),
      images.map((url) => make("div", "media", url)),
      footer === undefined ? undefined : make("div", "footer", footer)
    ),
    colour
  )
}

const STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"]

const partBox = (part: Part, names: CardNames): HTMLElement => {
  const { kind, label = "", style = 2, disabled = false, options = [], colour, parts = [] } = part
  const inner = () => parts.map((one) => partBox(one, names))
  const off = disabled ? make("span", "off", " (disabled)") : undefined
  if (kind === "button") {
    return make("span", `button ${STYLES[style] ?? "secondary"}${disabled ? " disabled" : ""}`, label, off)
  }
  if (kind === "select") {
    return make(
      "div",
      `select${disabled ? " disabled" : ""}`,
      make("span", "", label, off),
      make("span", { className: "soft", ariaHidden: "true" }, "▾"),
      options.length === 0
        ? undefined
        : make(
            "ul",
            {},
            options.map((option) => make("li", option.chosen ? "chosen" : {}, option.label))
          )
    )
  }
  if (kind === "text") return make("div", "text", markdown(label, names))
  if (kind === "media") return make("div", "media", label)
  if (kind === "separator") return make("div", "separator")
  if (kind === "input") {
    return make("div", "input", make("span", "label", label), make("div", "blank", options[0]?.label ?? ""))
  }
  if (kind === "row") return make("div", "row", inner())
  const title = label === "" ? undefined : make("div", "label", kind === "modal" ? `Modal: ${label}` : label)
  return coloured(make("div", kind, title, inner()), colour)
}
