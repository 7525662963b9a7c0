/** The provider, as configured in the environment. */
export type Brand = { name: string; phone: string; email: string; address: string }

/** The fallback for error pages when nothing could be loaded. */
export const defaultBrand: Brand = {
  name: 'Holdfast',
  phone: '(555) 010-0142',
  email: 'support@holdfast.example',
  address: '400 Harbor Street, Suite 12, Portland, ME 04101',
}

/** The color of browser bars and installed icons: the light theme's `--primary`, and its `--paper` as the background. */
export const themeColor = '#1e5f9e'
export const paperColor = '#fbf9f5'

export const officeHours = 'Mon-Fri 8am-8pm ET, Sat 9am-2pm ET'

/** The mail provider whose spam filter most often holds back our messages. */
export const slowMailProvider = 'Yahoo Mail'

/** Illustrative profiles, until the provider has its own: the linked pages belong to no real company. */
export const socialProfiles = [
  { name: 'LinkedIn', icon: 'linkedin', url: 'https://www.example.com/?profile=linkedin' },
  { name: 'Facebook', icon: 'facebook', url: 'https://www.example.com/?profile=facebook' },
  { name: 'Instagram', icon: 'instagram', url: 'https://www.example.com/?profile=instagram' },
] as const

export const crowdfundingPage = 'https://www.example.com/?page=crowdfunding'
