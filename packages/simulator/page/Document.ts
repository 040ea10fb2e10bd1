/** Reads the document of a report page. */

/** The first element that matches; the pages always have it. */
export const one = <Kind extends Element>(selector: string, kind: new () => Kind): Kind => {
  const found = document.querySelector(selector)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${selector}.`)
}

/** The value of a JSON element, by its id. */
export const embedded = (id: string) => JSON.parse(one(`#${id}`, HTMLScriptElement).text)
