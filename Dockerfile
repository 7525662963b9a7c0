# One Node process that serves the site. Build: docker build -t holdfast .   Run: see README.md, Deployment.

FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20-slim
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/scripts/serve.mjs ./scripts/
COPY --from=build /app/scripts/env-file.mjs ./scripts/
COPY --from=build /app/db/embedded.worker.mjs ./db/
COPY --from=build /app/db/reference ./db/reference
COPY --from=build /app/app/engine/underwrite.js ./app/engine/
COPY --from=build /app/app/domain/underwriting/sandbox.worker.mjs ./app/domain/underwriting/
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm between the signal and the program.
CMD ["node", "scripts/serve.mjs"]
