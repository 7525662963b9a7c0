import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { startMailServer } from './mail-server'

/** A mail as its recipient sees it. */
export type Mail = { to: string; subject: string; text: string }

/** A real SMTP server whose mails are served over HTTP by recipient (`?to=`), newest last, for tests in other processes. */
export async function startMailbox() {
  const mailServer = await startMailServer()
  const reader = createServer((request, response) => {
    const recipient = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to') ?? ''
    const mails = mailServer.received
      .filter(({ to }) => to.includes(recipient))
      .map(({ headers, parts }): Mail => ({
        to: recipient,
        subject: headers.get('subject') ?? '',
        text: parts['text/plain'] ?? '',
      }))
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(mails))
  })
  await new Promise<void>((resolve) => reader.listen(0, '127.0.0.1', resolve))
  return {
    smtpUrl: mailServer.url,
    url: `http://127.0.0.1:${(reader.address() as AddressInfo).port}/`,
    async close() {
      reader.closeAllConnections()
      await new Promise((resolve) => reader.close(resolve))
      await mailServer.close()
    },
  }
}
