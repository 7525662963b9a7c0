import { counted } from '~/domain/formats'

/** Returns a time in minutes and seconds: '0 minutes 29 seconds'. */
export function duration(milliseconds: number) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  return `${counted(Math.floor(seconds / 60), 'minute')} ${counted(seconds % 60, 'second')}`
}
