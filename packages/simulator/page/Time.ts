/** Moments in the reader's time zone. The element keeps the ISO text as its title. */

/** `day`: date and time; `moment`: the time of day with milliseconds. */
export type Style = "day" | "moment"

const FORMATS: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: "medium", timeStyle: "medium" },
  moment: { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" }
}

/** A text that is no date stays as it is. */
const local = (iso: string, style: Style): string => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : new Intl.DateTimeFormat(undefined, FORMATS[style]).format(date)
}

export const timeElement = (iso: string, style: Style): HTMLTimeElement => {
  const element = document.createElement("time")
  element.dateTime = iso
  element.title = iso
  element.textContent = local(iso, style)
  return element
}

/** Rewrites the times that the markup has as ISO texts, and names the reader's time zone where the page wants it. */
export const localise = (): void => {
  for (const element of document.querySelectorAll("time")) {
    element.textContent = local(element.dateTime, "day")
  }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const element of document.querySelectorAll(".zone")) element.textContent = ` (${timeZone})`
}
