/** A word as a shell reads it back. */

/** Without quotes where no shell needs them: not for `#general`, which begins a comment, nor for `a=b`, which sets a variable. */
export const quoted = (word: string): string =>
  /^(?:--?[\w-]+=)?[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
