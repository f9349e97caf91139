import { line, picture, type ContentPage } from '../field.ts';

export const everyPage: ContentPage = {
  id: 'every-page',
  label: 'Every page',
  path: '/',
  sections: [
    {
      label: 'Logo and icon',
      fields: [
        picture('logo', 'Logo', {
          size: [280, 44],
          isWhole: true,
          words: 'Words in the logo',
          help: 'A PNG or WebP with a transparent background. It also stands on dark pages. Leave its words empty if it is a symbol; your name then stays beside it.',
        }),
        picture('icon', 'Icon', {
          size: [512, 512],
          help: 'A square picture for browser tabs, home screens, and search results. Without one, the icon is drawn in the colors below.',
        }),
      ],
    },
    {
      label: 'Colors',
      fields: [
        { key: 'color.website', label: 'Websites', color: '#0961bb' },
        { key: 'color.voice', label: 'Voice agents', color: '#b93917' },
        { key: 'color.onhold', label: 'On-hold audio', color: '#006c4d' },
      ],
    },
    {
      label: 'Menu',
      fields: [
        line('menu.home', 'Link to the home page', 'Home', 24),
        line('menu.services', 'Button of the list of services', 'Services', 24),
        line('menu.menu', 'Button of the menu on a phone', 'Menu', 24),
        line('menu.dental', 'Link to the page for dental practices', 'Dental practices', 24),
        line('menu.faq', 'Link to the questions', 'FAQ', 24),
        line('menu.skip', 'Link past the menu, for keyboards', 'Skip to content', 40),
        line('menu.colors', 'Name of the color buttons, for screen readers', 'Our services', 40),
      ],
    },
    {
      label: 'Names of the services',
      fields: [
        line('website.name', 'Websites, in the menu and the footer', 'Websites', 24),
        line('website.button', 'Websites, on the color button', 'Website', 16),
        line('voice.name', 'Voice agents, in the menu and the footer', 'AI Voice Agents', 24),
        line('voice.button', 'Voice agents, on the color button', 'Voice Agent', 16),
        line('onhold.name', 'On-hold audio, in the menu and the footer', 'On-Hold Audio', 24),
        line('onhold.button', 'On-hold audio, on the color button', 'On-Hold Audio', 16),
      ],
    },
    {
      label: 'Prices in one line',
      fields: [
        line('website.price', 'Websites', '{website price}, then {website monthly price} a month', 80),
        line(
          'voice.price',
          'Voice agents',
          'From {voice agent price} + From {voice agent monthly price}/month',
          80,
        ),
        line('onhold.price', 'On-hold audio', '{on-hold price} one-time', 80),
      ],
    },
    {
      label: 'Footer',
      fields: [
        line('footer.services', 'Heading of the services', 'Services', 40),
        line('footer.links', 'Heading of the other links', 'Quick links', 40),
        line('footer.voiceForm', 'Link to the voice agent form', 'AI Voice Agent form', 40),
        line('footer.websiteForm', 'Link to the website form', 'Website form', 40),
        line('footer.privacy', 'Link to the privacy page', 'Privacy', 40),
        line('footer.admin', 'Link to the dashboard', 'Admin', 40),
      ],
    },
    {
      label: 'Pictures and players',
      fields: [
        line('player.answered', 'Below the phone line in a picture of a call', 'Answered by the agent', 26),
        line('player.transcript', 'Link that opens a transcript', 'Read the transcript', 40),
        line(
          'service.hidden',
          'In place of the button of a hidden service',
          'We don’t offer this right now.',
          60,
        ),
      ],
    },
  ],
};
