import { socialProfiles } from '~/content/brand'

import { ExternalLink } from './external-link'
import { Icon } from './icon'

const icons = {
  linkedin: <Icon name="linkedin" />,
  facebook: <Icon name="facebook" />,
  instagram: <Icon name="instagram" />,
}

/** The social media profiles of the provider, as list items. */
export function SocialLinks() {
  return (
    <>
      {socialProfiles.map(({ name, icon, url }) => (
        <li key={name}>
          <ExternalLink href={url}>
            {icons[icon]} {name}
          </ExternalLink>
        </li>
      ))}
    </>
  )
}
