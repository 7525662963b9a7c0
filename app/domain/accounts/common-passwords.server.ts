import { readFileSync } from 'node:fs'

import { projectPath } from '~/project-path.server'

let list: string | undefined

/**
 * Whether a password, in lower case, is among the leaked ones that guessers try first. The list is read when it is first needed, and
 * kept as the text that it is: a tenth of a megabyte, searched in some microseconds.
 */
export function isCommonPassword(password: string) {
  list ??= `\n${readFileSync(projectPath('db/reference/common_passwords.txt'), 'utf8')}`
  return list.includes(`\n${password}\n`)
}
