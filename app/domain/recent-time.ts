import { adminTime } from './formats'

/** A time of the last hour as its age, which needs no time zone: 'Just now', '5 min ago'; an earlier one as adminTime. */
export function recentTime(time: string | Date, now: string | Date) {
  const minutes = Math.floor((new Date(now).getTime() - new Date(time).getTime()) / 60_000)
  if (minutes >= 60) return adminTime(time)
  return minutes < 1 ? 'Just now' : `${minutes} min ago`
}
