# The image of one Backlot node. It was written without Docker at hand and has not been built: docs/production.md.
FROM node:26-slim AS build
WORKDIR /backlot
COPY . .
# The pinned pnpm installs what the lockfile names; no scripts of dependencies run but those pnpm-workspace.yaml allows.
RUN npm install --global pnpm@12.21.0 \
  && pnpm install --frozen-lockfile \
  && pnpm exec turbo run build --filter @backlot/cli

# The built program needs nothing but Node.
FROM node:26-slim
COPY --from=build /backlot/apps/cli/package.json /opt/backlot/
COPY --from=build /backlot/apps/cli/dist /opt/backlot/dist
RUN chmod +x /opt/backlot/dist/main.js && ln -s /opt/backlot/dist/main.js /usr/local/bin/backlot
USER node
WORKDIR /opt/backlot
EXPOSE 6780
CMD ["node", "/opt/backlot/dist/main.js", "serve"]
