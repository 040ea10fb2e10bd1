/** The file that makes CI play the scenarios. Source: docs/ci.md. */
import { fieldsOf } from "@backlot/scenario/Fields"
import { stringify } from "yaml"
import type { Project } from "./Project.ts"
import type { ProjectFiles } from "./ProjectFiles.ts"

export type Ci = "github" | "gitlab" | "none"

/** By what the repository has. */
export const ciOf = (files: ProjectFiles): Ci => {
  const remotes = files.text(".git/config")
  if (files.has(".github") || /github\.com/.test(remotes)) return "github"
  return files.has(".gitlab-ci.yml") || /gitlab/.test(remotes) ? "gitlab" : "none"
}

const PATHS = { github: ".github/workflows/backlot.yml", gitlab: ".gitlab-ci.yml" } as const

/** The CI files that are there. */
export const ciThere = (files: ProjectFiles): ReadonlyArray<string> => Object.values(PATHS).filter(files.has)

/** Path and text. */
export const ciFile = (
  ci: Exclude<Ci, "none">,
  project: Project,
  files: ProjectFiles,
  version: string
): readonly [path: string, text: string] => {
  const play = `${playerOf(files, version)} simulate backlot --report junit=backlot.xml`
  return ci === "github" ? [PATHS.github, yaml(github(project, play))] : [PATHS.gitlab, yaml(gitlab(project, play))]
}

/** The package of the project, or one of the same version for the run. */
const playerOf = (files: ProjectFiles, version: string): string => {
  const { dependencies, devDependencies } = files.json("package.json")
  const isOwn = Object.hasOwn({ ...fieldsOf(dependencies), ...fieldsOf(devDependencies) }, "backlot")
  return isOwn ? "npx backlot" : `npx --yes backlot@${version}`
}

/** Ubuntu's profile refuses namespaces, by which programs in other languages than JavaScript are led. */
const NAMESPACES = "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"

const SETUPS: Readonly<Record<Project["language"], ReadonlyArray<object>>> = {
  node: [],
  python: [{ uses: "actions/setup-python@v5", with: { "python-version": "3.x" } }],
  go: [{ uses: "actions/setup-go@v5", with: { "go-version": "stable" } }],
  java: [{ uses: "actions/setup-java@v4", with: { distribution: "temurin", "java-version": "21" } }],
  rust: [],
  other: []
}

const github = ({ language, install }: Project, play: string): object => ({
  name: "backlot",
  on: ["push", "pull_request"],
  permissions: { contents: "read" },
  jobs: {
    scenarios: {
      "runs-on": "ubuntu-latest",
      "timeout-minutes": 15,
      steps: [
        { uses: "actions/checkout@v4" },
        { uses: "actions/setup-node@v4", with: { "node-version": 24 } },
        ...SETUPS[language],
        ...install.map((run) => ({ run })),
        ...(language === "node" ? [] : [{ run: NAMESPACES }]),
        { run: play }
      ]
    }
  }
})

/** Debian's packages for the image, which has Node alone. */
const PACKAGES: Readonly<Record<Project["language"], string>> = {
  node: "",
  python: "python3-pip python3-venv",
  go: "golang",
  java: "default-jdk-headless",
  rust: "cargo",
  other: ""
}

const gitlab = ({ language, install }: Project, play: string): object => ({
  backlot: {
    image: "node:24",
    // Debian's pip refuses to install beside Debian's packages.
    ...(language === "python" ? { variables: { PIP_BREAK_SYSTEM_PACKAGES: "1" } } : {}),
    script: [
      ...(PACKAGES[language] === "" ? [] : [`apt-get update && apt-get install -y ${PACKAGES[language]}`]),
      ...install,
      play
    ],
    artifacts: { when: "always", reports: { junit: "backlot.xml" } }
  }
})

const yaml = (value: object): string => stringify(value, { lineWidth: 0 })
