import { sql } from 'kysely'

/**
 * Selects an account's name as admins see it: its username, followed by its email where another admin has the same username. Null where the
 * account, joined as `account`, was deleted.
 */
export function adminName<Name extends string | null = string | null>(account = 'users') {
  const [id, username, email] = ['id', 'username', 'email'].map((column) => sql.ref(`${account}.${column}`))
  return sql<Name>`case when exists (
    select from users as namesake where namesake.admin and namesake.username = ${username} and namesake.id <> ${id}
  ) then ${username} || ', ' || ${email} else ${username} end`
}
