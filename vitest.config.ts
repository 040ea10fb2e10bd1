import { defineConfig } from "vitest/config"

// One configuration for every package: workspace packages resolve to their TypeScript sources.
const conditions = ["@backlot/source", "node", "import", "module", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    passWithNoTests: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ["default"]
  }
})
