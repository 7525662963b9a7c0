import { createHash, timingSafeEqual } from 'node:crypto'

import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

import { env } from '~/env.server'

import { clientAddressOf } from './edge-headers.server'

const key = Symbol.for('holdfast.metrics')
const memory = globalThis as { [key]?: ReturnType<typeof createMetrics> }
const metrics = (memory[key] ??= createMetrics())

function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'holdfast_' })
  const duration = new Histogram({
    name: 'holdfast_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'area', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return { registry, duration }
}

/** The part of the site that a path belongs to; few values, so that no caller can fill the memory with labels. */
function areaOf(path: string) {
  if (path.startsWith('/assets/') || /\.(?:svg|png|ico|txt|xml|js|webmanifest)$/.test(path)) return 'static'
  if (path === '/healthz' || path === '/readyz' || path === '/metrics') return 'probe'
  if (path.startsWith('/api/admin/')) return 'admin api'
  if (path.startsWith('/api/')) return 'api'
  return path.startsWith('/admin') ? 'admin' : 'site'
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts an answered request. @returns the area it belongs to. */
export function observeRequest(request: { method: string; path: string; status: number; seconds: number }) {
  const area = areaOf(request.path)
  const method = knownMethods.has(request.method) ? request.method : 'other'
  metrics.duration.observe({ method, area, status: String(request.status) }, request.seconds)
  return area
}

export async function metricsText() {
  return { text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }
}

/** Metrics are for callers on this machine, or for those with the token. */
export function metricsAllowed(request: Request) {
  const given = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1]
  if (given !== undefined && env.METRICS_TOKEN !== undefined)
    return timingSafeEqual(digest(given), digest(env.METRICS_TOKEN))
  return isLoopback(clientAddressOf(request))
}

export function isLoopback(address: string | null) {
  return address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address ?? '')
}

function digest(text: string) {
  return createHash('sha256').update(text).digest()
}
