import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function settingsWith(youtubeUrl: string) {
  vi.resetModules();
  vi.stubEnv('YOUTUBE_URL', youtubeUrl);
  return (await import('./site-settings.ts')).siteSettings;
}

it('takes the video’s address at YouTube, or none', async () => {
  const address = 'https://www.youtube.com/watch?v=abc';
  expect((await settingsWith(address)).youtubeUrl).toBe(address);
  expect((await settingsWith('')).youtubeUrl).toBeUndefined();
});

it.each(['youtube.com/watch', 'http://www.youtube.com/', 'javascript:alert(1)'])(
  'rejects %j with a message',
  async (address) => {
    await expect(settingsWith(address)).rejects.toThrow('YOUTUBE_URL must be an address such as https://');
  },
);

it.each([
  ['1', true],
  ['', false],
])('SITE_PREVIEW=%j makes a preview: %j', async (setting, isPreview) => {
  vi.stubEnv('SITE_PREVIEW', setting);
  expect((await settingsWith('')).isPreview).toBe(isPreview);
});
