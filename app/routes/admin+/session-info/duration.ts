import { counted } from '~/domain/formats'

/** Returns a time in minutes and seconds, without minutes below one: '29 seconds'. */
export function duration(milliseconds: number) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const rest = counted(seconds % 60, 'second')
  return seconds < 60 ? rest : `${counted(Math.floor(seconds / 60), 'minute')} ${rest}`
}
