import { createHash, timingSafeEqual } from 'node:crypto'

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { env } from '~/env.server'
import { isLocalRequest } from '~/request-context.server'

const key = Symbol.for('holdfast.metrics')
const memory = globalThis as { [key]?: ReturnType<typeof createMetrics> }
const metrics = (memory[key] ??= createMetrics())

function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry }) // the process, its memory and the lag of its event loop
  const labelNames = ['method', 'area', 'status'] as const
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that were answered or given up by their caller',
    labelNames,
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that are being answered',
    registers: [registry],
  })
  return { registry, requests, duration, inFlight }
}

/** The registry behind /metrics, to which other modules add their metrics. */
export const { registry } = metrics

/** A part of the site. There are few, which bounds the number of labels. */
export type Area = 'static' | 'probe' | 'admin api' | 'api' | 'admin' | 'site' | 'refused'

/** Returns the part that serves a path (decoded, lower case). */
export function areaOf(route: string): Area {
  if (route === '/healthz' || route === '/readyz' || route === '/metrics') return 'probe'
  if (/^\/api\/admin(?:\/|$)/.test(route)) return 'admin api'
  if (/^\/api(?:\/|$)/.test(route)) return 'api'
  return /^\/admin(?:\/|$)/.test(route) ? 'admin' : 'site'
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function requestBegins() {
  metrics.inFlight.inc()
}

/** Counts a request when its response has ended. */
export function requestEnds(request: { method: string; area: Area; status: number; seconds: number }) {
  const method = knownMethods.has(request.method) ? request.method : 'other'
  const labels = { method, area: request.area, status: String(request.status) }
  metrics.inFlight.dec()
  metrics.requests.inc(labels)
  metrics.duration.observe(labels, request.seconds)
}

/** Returns all metrics in Prometheus's text format. */
export async function metricsText() {
  return { text: await registry.metrics(), contentType: registry.contentType }
}

/** Allows metrics to callers on this machine, or with METRICS_TOKEN. */
export function metricsAllowed(request: Request, token = env.METRICS_TOKEN) {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1]
  if (bearer !== undefined && token !== undefined) return timingSafeEqual(digest(bearer), digest(token))
  return isLocalRequest()
}

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}
