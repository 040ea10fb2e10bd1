/** Rules on names, lengths and contents of files. Source: CONTRIBUTING.md. */
import { at, type Rule } from "../Rule.ts"

const maxLines = 400

export const everyPackageHasAReadme: Rule = {
  sentence: "every package has a README",
  instead: "say in a few lines what it is, what it may import and where to start reading",
  offences: ({ files, packages }) =>
    packages.map(({ folder }) => `${folder}/README.md`).filter((path) => (files.get(path) ?? "").trim() === "")
}

export const noLongFiles: Rule = {
  sentence: `no file of code is longer than ${maxLines} lines`,
  instead: "find the seam and split it",
  offences: ({ packages }) =>
    packages.flatMap(({ modules }) =>
      modules.filter(({ lines }) => lines > maxLines).map(({ path, lines }) => `${path} ${lines} lines`)
    )
}

export const noGrabBags: Rule = {
  sentence: "no file or folder is called utils, common, helpers, misc or types",
  instead: "name it by the noun it is about, or put each thing where it is used",
  offences: ({ packages }) =>
    packages.flatMap(({ folder, modules }) =>
      modules
        .map(({ path }) => path)
        .filter((path) =>
          path
            .slice(folder.length)
            .split("/")
            .some((part) => grabBag.test(part))
        )
    )
}

export const everyTestRuns: Rule = {
  sentence: "no test is skipped, focused, conditional, expected to fail or left to do",
  instead: "make it pass, or delete it",
  offences: ({ packages }) =>
    packages.flatMap(({ modules }) =>
      modules.flatMap((module) => module.silenced.map((mention) => at(module, mention)))
    )
}

export const noMachinePaths: Rule = {
  sentence: "nothing depends on a path of one machine, or beside the repository",
  instead: "take the path as an argument or from the environment; .ci/run may set it",
  offences: ({ files }) =>
    [...files]
      .filter(([path]) => path !== ".ci/run" && path !== "pnpm-lock.yaml")
      .flatMap(([path, text]) =>
        text.split("\n").flatMap((line, i) => {
          const found = machinePath.exec(line)?.[0]
          return found === undefined ? [] : [`${path}:${i + 1} ${found.trim()}`]
        })
      )
}

const grabBag = /^(?:utils?|common|helpers?|misc|types?)(?:\.|$)/i
const machinePath = /(?<![\w.~*}-])\/(?:work|home|root|Users)\/[\w.-]*|\.\.\/shared\b/
