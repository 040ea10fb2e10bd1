/** How wide the fields of an embed are, of twelve columns: up to three inline ones share a line. */
export const spansOf = (fields: ReadonlyArray<{ readonly inline?: boolean | undefined }>): ReadonlyArray<number> => {
  const spans: Array<number> = []
  let at = 0
  while (at < fields.length) {
    if (fields[at]?.inline !== true) {
      spans.push(12)
      at++
      continue
    }
    let count = 1
    while (count < 3 && fields[at + count]?.inline === true) count++
    for (let each = 0; each < count; each++) spans.push(count === 1 ? 12 : 12 / count)
    at += count
  }
  return spans
}
