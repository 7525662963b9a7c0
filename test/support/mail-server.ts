import { SMTPServer } from 'smtp-server'

import { freePort } from './postgres-server'

/** The response of the server to each mail; can be changed at any time. */
type Manner =
  | 'takes'
  /** 451 for the recipient. */
  | 'puts off'
  /** 550 for the recipient. */
  | 'refuses'
  /** 550 for the sender. */
  | 'refuses the sender'
  /** Never answers for the recipient. */
  | 'hangs'
  /** Accepts the mail, and drops the connection before the response. */
  | 'drops'

export type ReceivedMail = {
  from: string
  to: string[]
  headers: Map<string, string>
  /** All raw header lines, with folded lines joined. */
  head: string[]
  /** Decoded, by media type. */
  parts: Record<string, string>
}

/** A real SMTP server that stores the mails it receives. */
export async function startMailServer({ port = 0, encrypts = false } = {}) {
  const received: ReceivedMail[] = []
  const state = { manner: 'takes' as Manner, rcptCommands: 0, atOnce: 0, maxConnections: 0, encrypted: false }
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })

  const server = new SMTPServer({
    disabledCommands: encrypts ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onConnect(_, callback) {
      state.atOnce += 1
      state.maxConnections = Math.max(state.maxConnections, state.atOnce)
      callback()
    },
    onClose: () => void (state.atOnce -= 1),
    onMailFrom(_, __, callback) {
      callback(state.manner === 'refuses the sender' ? refusal(550, 'sender unknown') : null)
    },
    onRcptTo(_, __, callback) {
      state.rcptCommands += 1
      if (state.manner === 'hangs') return
      if (state.manner === 'puts off') return callback(refusal(451, 'later, please'))
      if (state.manner === 'refuses') return callback(refusal(550, 'no such mailbox'))
      callback()
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        state.encrypted = session.secure
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parse(Buffer.concat(chunks).toString()),
        })
        if (state.manner === 'drops') server.connections.forEach((connection) => connection._socket.destroy())
        else callback()
      })
    },
  }) as SMTPServer & { connections: Set<{ _socket: { destroy: () => void } }> }
  server.on('error', () => {}) // some tests break connections on purpose
  const listenPort = port || (await freePort())
  await new Promise<void>((resolve) => server.listen(listenPort, '127.0.0.1', resolve))

  return {
    url: `smtp://127.0.0.1:${listenPort}`,
    received,
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function parse(text: string) {
  const { head, body } = split(text)
  const headers = new Map(
    head.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const [, boundary] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? []
  const pieces = boundary ? body.split(`--${boundary}`).slice(1, -1) : []
  const parts = Object.fromEntries(
    pieces.map((piece) => {
      const { head, body } = split(piece.replace(/^\r\n/, ''))
      const [, type = ''] = /^content-type: ([^;]+)/im.exec(head.join('\n')) ?? []
      const [, encoding = ''] = /^content-transfer-encoding: (.+)/im.exec(head.join('\n')) ?? []
      return [type, decode(body, encoding).replaceAll('\r\n', '\n')]
    }),
  )
  return { headers, head, parts }
}

function split(text: string) {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end).replace(/\r\n[ \t]+/g, ' ')
  return { head: head.split('\r\n'), body: text.slice(end + 4) }
}

function decode(body: string, encoding: string) {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
