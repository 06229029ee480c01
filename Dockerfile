# The whole service in one container: the API, the web interface, the documentation and the engine, whose data is in the
# volume. docs/self-hosting-elsewhere.md, "In a container". The engine's package exists for Linux on x64 only, so other
# machines emulate that.
FROM --platform=linux/amd64 docker.io/library/node:24.21.0-bookworm-slim

WORKDIR /opt/tasks-api
COPY package.json package-lock.json ./
RUN npm ci --omit=dev && npm cache clean --force
COPY tsconfig.json LICENSE README.md ./
COPY client client
COPY docs docs
COPY functions functions
COPY infra infra
COPY lib lib
COPY web web
# the root is read-only later, so nothing can be built then
RUN npm run web:build && node --input-type=module \
    --eval "import { builtDocs } from './infra/web-assets/built.ts'; await builtDocs()" \
  && ln -s /opt/tasks-api/infra/tasks/tasks /usr/local/bin/tasks \
  && install -d -o node -g node -m 700 /var/lib/tasks-api

USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/tasks-api
VOLUME /var/lib/tasks-api
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/v1/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "infra/local/main.ts"]
