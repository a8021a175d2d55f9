import type { CodeTheme } from '../../domain/sites/code-themes.ts';

/** Ground, text and token colors of each theme, in the order of `CODE_COLORS`; written by `npm run code-themes`. */
export const CODE_THEME_COLORS: Readonly<Record<CodeTheme, string>> = {
  'default-light':
    '#f5f6f8 #24292e #5f6871 #c23442 #c23442 #032f62 #005cc5 #005cc5 #6f42c1 #6f42c1 #24292e #24292e #6f42c1 #1f7934 #24292e #1f7934 #b31d28 #005cc5',
  'default-dark':
    '#1e2127 #e1e4e8 #8f969e #f97583 #f97583 #9ecbff #79b8ff #79b8ff #b392f0 #b392f0 #e1e4e8 #e1e4e8 #b392f0 #85e89d #e1e4e8 #85e89d #fdaeb7 #79b8ff',
  'monochrome-light':
    '#f5f6f8 #24292e #66696c #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e #24292e',
  'monochrome-dark':
    '#1e2127 #e1e4e8 #93969b #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8 #e1e4e8',
  andromeeda:
    '#23262e #d5ced9 #a0a1a7 #d271f1 #f06d56 #96e072 #f06d56 #f39c12 #ffe66d #ffe66d #00e8c6 #00e8c6 #ffe66d #fb5c95 #d5ced9 #96e072 #f06d56 #ff4dc4',
  'aurora-x':
    '#07090f #bbbbbb #6e848e #c792ea #c792ea #c3e88d #89ddff #f78c6c #82aaff #ffcb6b #eeffff #eeffff #c792ea #f07178 #89ddff #c3e88d #ff5370 #c3e88d',
  'ayu-dark':
    '#0d1017 #bfbdb6 #7b858f #ff8f40 #f29668 #aad94c #95e6cb #d2a6ff #ffb454 #59c2ff #bfbdb6 #bfbdb6 #ffb454 #39bae6 #bfbdb6 #70bf56 #f26d78 #aad94c',
  'catppuccin-frappe':
    '#303446 #c6d0f5 #9fa6c2 #ca9ee6 #81c8be #a6d189 #f4b8e4 #ef9f76 #8caaee #e5c890 #c6d0f5 #e5c890 #e5c890 #8caaee #9fa6c2 #9fa6c2 #9fa6c2 #e98f90',
  'catppuccin-latte':
    '#eff1f5 #4c4f69 #636676 #8136e3 #116e73 #2d701e #8c477a #a54107 #1b5cdd #865511 #4c4f69 #865511 #865511 #1b5cdd #636676 #636676 #636676 #c80e36',
  'catppuccin-macchiato':
    '#24273a #cad3f5 #939ab7 #c6a0f6 #8bd5ca #a6da95 #f5bde6 #f5a97f #8aadf4 #eed49f #cad3f5 #eed49f #eed49f #8aadf4 #939ab7 #939ab7 #939ab7 #ed8796',
  'catppuccin-mocha':
    '#1e1e2e #cdd6f4 #9399b2 #cba6f7 #94e2d5 #a6e3a1 #f5c2e7 #fab387 #89b4fa #f9e2af #cdd6f4 #f9e2af #f9e2af #89b4fa #9399b2 #9399b2 #9399b2 #f38ba8',
  'dark-plus':
    '#1e1e1e #d4d4d4 #6a9955 #569cd6 #d4d4d4 #ce9178 #d7ba7d #b5cea8 #dcdcaa #4ec9b0 #9cdcfe #9cdcfe #9cdcfe #569cd6 #d4d4d4 #b5cea8 #ce9178 #569cd6',
  dracula:
    '#282a36 #f8f8f2 #919cbf #ff79c6 #ff79c6 #f1fa8c #ff79c6 #bd93f9 #50fa7b #8be9fd #f8f8f2 #f8f8f2 #50fa7b #ff79c6 #f8f8f2 #50fa7b #ff6f6f #bd93f9',
  'dracula-soft':
    '#282a36 #f6f6f4 #9c9fa8 #f286c4 #f286c4 #e7ee98 #f286c4 #bf9eee #62e884 #97e1f1 #f6f6f4 #f6f6f4 #62e884 #f286c4 #f6f6f4 #62e884 #f07575 #bf9eee',
  'everforest-dark':
    '#2d353b #d3c6aa #9da8a1 #e98b8d #e69875 #dbbc7f #a7c080 #d699b6 #a7c080 #7fbbb3 #d3c6aa #d3c6aa #dbbc7f #e69875 #d3c6aa #d3c6aa #d3c6aa #e98b8d',
  'everforest-light':
    '#fdf6e3 #5c6a72 #60675e #ba403e #9f5119 #866000 #637101 #9c4a82 #637101 #2c6f94 #5c6a72 #5c6a72 #866000 #9f5119 #5c6a72 #5c6a72 #5c6a72 #ba403e',
  'github-dark':
    '#24292e #e1e4e8 #979da4 #f97583 #f97583 #9ecbff #79b8ff #79b8ff #b392f0 #b392f0 #e1e4e8 #e1e4e8 #b392f0 #85e89d #e1e4e8 #85e89d #fdaeb7 #79b8ff',
  'github-dark-default':
    '#0d1117 #e6edf3 #8b949e #ff7b72 #ff7b72 #a5d6ff #ff7b72 #79c0ff #d2a8ff #ffa657 #e6edf3 #e6edf3 #79c0ff #7ee787 #e6edf3 #7ee787 #ffa198 #79c0ff',
  'github-dark-dimmed':
    '#22272e #adbac7 #919ca6 #f47067 #f47067 #96d0ff #f47067 #6cb6ff #dcbdfb #f69d50 #adbac7 #adbac7 #6cb6ff #8ddb8c #adbac7 #8ddb8c #ff938a #6cb6ff',
  'github-dark-high-contrast':
    '#0a0c10 #f0f3f6 #bdc4cc #ff9492 #ff9492 #addcff #ff9492 #91cbff #dbb7ff #ffb757 #f0f3f6 #f0f3f6 #91cbff #72f088 #f0f3f6 #72f088 #ffb1af #91cbff',
  'github-light':
    '#ffffff #24292e #656d77 #cc3745 #cc3745 #032f62 #005cc5 #005cc5 #6f42c1 #6f42c1 #24292e #24292e #6f42c1 #207f37 #24292e #207f37 #b31d28 #005cc5',
  'github-light-default':
    '#ffffff #1f2328 #636b74 #cf222e #cf222e #0a3069 #cf222e #0550ae #8250df #953800 #1f2328 #1f2328 #0550ae #116329 #1f2328 #116329 #82071e #0550ae',
  'github-light-high-contrast':
    '#ffffff #0e1116 #66707b #a0111f #a0111f #032563 #a0111f #023b95 #622cbc #702c00 #0e1116 #0e1116 #023b95 #024c1a #0e1116 #024c1a #6e011a #023b95',
  'gruvbox-dark-hard':
    '#1d2021 #ebdbb2 #9d8f82 #fb5b48 #8ec07c #b8bb26 #d3869b #d3869b #fabd2f #fabd2f #83a598 #83a598 #fabd2f #8ec07c #a89984 #b8bb26 #dc7532 #fe8019',
  'gruvbox-dark-medium':
    '#282828 #ebdbb2 #a29689 #fc6d5d #8ec07c #b8bb26 #d3869b #d3869b #fabd2f #fabd2f #83a598 #83a598 #fabd2f #8ec07c #a89984 #b8bb26 #e0864a #fe8019',
  'gruvbox-dark-soft':
    '#32302f #ebdbb2 #ada297 #fc8071 #8ec07c #b8bb26 #d58ca0 #d58ca0 #fabd2f #fabd2f #89aa9d #89aa9d #fabd2f #8ec07c #ac9e8a #b8bb26 #e28e56 #fe8019',
  'gruvbox-light-hard':
    '#f9f5d7 #3c3836 #6e6257 #9d0006 #3b6f4f #6d680d #8f3f71 #8f3f71 #915e10 #915e10 #076678 #076678 #915e10 #3b6f4f #70645a #6d680d #ab4a0b #af3a03',
  'gruvbox-light-medium':
    '#fbf1c7 #3c3836 #6e6257 #9d0006 #3b6f4f #6d680d #8f3f71 #8f3f71 #88590f #88590f #076678 #076678 #88590f #3b6f4f #70645a #6d680d #a1460b #af3a03',
  'gruvbox-light-soft':
    '#f2e5bc #3c3836 #665c51 #9d0006 #38694b #615d0b #8f3f71 #8f3f71 #7f530e #7f530e #076678 #076678 #7f530e #38694b #695e55 #615d0b #96410a #a63703',
  houston:
    '#17191e #eef0f9 #eef0f9 #54b9ff #eef0f9 #ffd493 #eef0f9 #ffd493 #00daef #acafff #4bf3c8 #4bf3c8 #4bf3c8 #54b9ff #eef0f9 #eef0f9 #eef0f9 #4bf3c8',
  'kanagawa-dragon':
    '#181616 #c5c9c5 #818981 #8992a7 #c4b28a #8a9a7b #949fb5 #a292a3 #8ba4b0 #8ea4a2 #c5c9c5 #c4b28a #8992a7 #c4b28a #9e9b93 #76946a #d27072 #8a9a7b',
  'kanagawa-lotus':
    '#f2ecbc #545464 #666357 #624c83 #656036 #53673b #42607c #8f4961 #455f8c #47625e #545464 #656036 #624c83 #656036 #3b697a #4d6643 #ac393c #53673b',
  'kanagawa-wave':
    '#1f1f28 #dcd7ba #95958f #9a85bc #e6c384 #98bb6c #7fb4ca #d27e99 #7e9cd8 #7aa89f #dcd7ba #e6c384 #9a85bc #e6c384 #9cabca #7d9971 #d5797b #98bb6c',
  laserwave:
    '#27212e #ffffff #9c94a5 #b681c9 #74dfc4 #b4dce7 #b4dce7 #b381c5 #eb64b9 #b681c9 #ffffff #40b4c4 #eb64b9 #74dfc4 #9c8fb0 #74dfc4 #eb64b9 #40b4c4',
  'light-plus':
    '#ffffff #000000 #008000 #0000ff #000000 #a31515 #d60000 #097f54 #795e26 #22728a #001080 #001080 #da0000 #800000 #000000 #097f54 #a31515 #800000',
  'material-theme':
    '#263238 #eeffff #98a8af #89ddff #89ddff #c3e88d #eeffff #f78c6c #82aaff #ffcb6b #eeffff #eeffff #c792ea #f27f86 #89ddff #c3e88d #f27f86 #89ddff',
  'material-theme-darker':
    '#212121 #eeffff #909090 #89ddff #89ddff #c3e88d #eeffff #f78c6c #82aaff #ffcb6b #eeffff #eeffff #c792ea #f07178 #89ddff #c3e88d #f07178 #89ddff',
  'material-theme-lighter':
    '#fafafa #5e6b71 #5e6b71 #257076 #257076 #576e35 #5e6b71 #ad4c32 #4e6893 #936013 #5e6b71 #5e6b71 #943bcf #c3302d #257076 #576e35 #c3302d #257076',
  'material-theme-ocean':
    '#0f111a #babed8 #878a96 #89ddff #89ddff #c3e88d #babed8 #f78c6c #82aaff #ffcb6b #babed8 #babed8 #c792ea #f07178 #89ddff #c3e88d #f07178 #89ddff',
  'material-theme-palenight':
    '#292d3e #babed8 #9ca1ba #89ddff #89ddff #c3e88d #babed8 #f78c6c #82aaff #ffcb6b #babed8 #babed8 #c792ea #f1787f #89ddff #c3e88d #f1787f #89ddff',
  'min-dark':
    '#1f1f1f #b392f0 #898f96 #f97583 #f97583 #9db1c5 #ffab70 #f8f8f8 #b392f0 #b392f0 #b392f0 #79b8ff #b392f0 #ffab70 #b392f0 #b392f0 #b392f0 #f97583',
  'min-light':
    '#ffffff #24292e #6b6b6c #c82d2d #c82d2d #2b5581 #207f37 #1870c8 #6f42c1 #6f42c1 #24292e #1870c8 #6f42c1 #207f37 #24292e #24292e #24292e #c82d2d',
  monokai:
    '#272822 #f8f8f2 #9a9685 #fb5c95 #fb5c95 #e6db74 #ae81ff #ae81ff #a6e22e #a6e22e #f8f8f2 #f8f8f2 #a6e22e #fb5c95 #f8f8f2 #a6e22e #fb5c95 #a6e22e',
  'night-owl':
    '#011627 #d6deeb #7a8b8b #c792ea #7fdbca #ecc48d #f78c6c #f78c6c #82aaff #c5e478 #c5e478 #baebe2 #c5e478 #caece6 #d6deeb #4f9751 #ff3333 #82b1ff',
  nord: '#2e3440 #d8dee9 #a0a8b8 #8eaac7 #8eaac7 #a3be8c #ebcb8b #bf9fb9 #88c0d0 #8fbcbb #d8dee9 #d8dee9 #8fbcbb #8eaac7 #eceff4 #a3be8c #d5989e #88c0d0',
  'one-dark-pro':
    '#282c34 #abb2bf #999da5 #c97fdf #abb2bf #98c379 #56b6c2 #d19a66 #61afef #e5c07b #e5828a #e5828a #d19a66 #e5828a #abb2bf #98c379 #e5828a #e5828a',
  'one-light':
    '#fafafa #383a42 #68696d #a626a4 #383a42 #3c793b #0170a0 #906301 #3666ce #916301 #b6453a #b6453a #906301 #b6453a #383a42 #3c793b #b6453a #b6453a',
  plastic:
    '#21252b #a9b2c3 #8f949c #e2737c #e2737c #98c379 #56b6c2 #56b6c2 #b57edc #e5c07b #c6ccd7 #c6ccd7 #d19a66 #e5c07b #a9b2c3 #98c379 #e2737c #e5c07b',
  poimandres:
    '#1b1e28 #a6accd #8b90ac #a6accd #91b4d5 #5de4c7 #5fb3a1 #5de4c7 #add7ff #a6accd #e4f0fb #e4f0fb #91b4d5 #5de4c7 #a6accd #add7ff #8593a0 #5de4c7',
  red: '#390000 #f8f8f8 #e7c0c0 #f45252 #f45252 #cd8d8d #ffe862 #b87e7e #fec758 #fec758 #fb9a4b #fb9a4b #fec758 #fec758 #f8f8f8 #41a83e #ec9799 #fec758',
  'rose-pine':
    '#191724 #e0def4 #8b889e #5a90a5 #5a90a5 #f6c177 #5a90a5 #ebbcba #ebbcba #9ccfd8 #e0def4 #e0def4 #c4a7e7 #9ccfd8 #908caa #908caa #908caa #9ccfd8',
  'rose-pine-dawn':
    '#faf4ed #575279 #6a6773 #286983 #286983 #8c5e1f #286983 #8c5552 #8c5552 #416f77 #575279 #575279 #736287 #416f77 #67637d #67637d #67637d #416f77',
  'rose-pine-moon':
    '#232136 #e0def4 #9a97aa #5ba0bc #5ba0bc #f6c177 #5ba0bc #ea9a97 #ea9a97 #9ccfd8 #e0def4 #e0def4 #c4a7e7 #9ccfd8 #9692ae #9692ae #9692ae #9ccfd8',
  'slack-dark':
    '#222222 #e6e6e6 #719e5e #569cd6 #d4d4d4 #ce9178 #d7ba7d #b5cea8 #dcdcaa #4ec9b0 #9cdcfe #9cdcfe #9cdcfe #569cd6 #e6e6e6 #b5cea8 #ce9178 #569cd6',
  'slack-ochin':
    '#ffffff #002339 #357b42 #7b30d0 #7b30d0 #a44185 #174781 #174781 #527421 #0444ac #2872b3 #2872b3 #9c5e11 #0444ac #002339 #002339 #002339 #33758c',
  'snazzy-light':
    '#fafbfc #565869 #686a74 #ad4883 #686a74 #876500 #876600 #b3403d #0671a6 #1f7a3e #565869 #565869 #565869 #0b706e #686a74 #666666 #666666 #1f7a3e',
  'solarized-dark':
    '#002b36 #89999b #8a9a9e #8b9e0d #8b9e0d #35a69d #db815c #e072a8 #479cd9 #db815c #479cd9 #479cd9 #93a1a1 #479cd9 #89999b #8b9e0d #e87a78 #479cd9',
  'solarized-light':
    '#fdf6e3 #56696f #606969 #5d6b00 #5d6b00 #1d716a #b74414 #be3175 #1d689e #b74414 #1d689e #1d689e #606969 #1d689e #56696f #5d6b00 #c62d2a #1d689e',
  'synthwave-84':
    '#262335 #bbbbbb #8a91c0 #fede5d #fede5d #ff8b39 #36f9f6 #f97e72 #36f9f6 #fe606a #ff7edb #ff7edb #fede5d #72f1b8 #bbbbbb #bbbbbb #bbbbbb #ff7edb',
  'tokyo-night':
    '#1a1b26 #a9b1d6 #858ba4 #bb9af7 #89ddff #9ece6a #89ddff #ff9e64 #7aa2f7 #c0caf5 #c0caf5 #7dcfff #bb9af7 #f7768e #89ddff #449dab #b28287 #c0caf5',
  vesper:
    '#101010 #ffffff #8b8b8b #a0a0a0 #a0a0a0 #99ffe4 #a0a0a0 #ffc799 #ffc799 #ffc799 #ffffff #ffffff #a0a0a0 #ffc799 #ffffff #99ffe4 #ff8080 #ffc799',
  'vitesse-black':
    '#000000 #dbd7ca #758575 #4d9375 #cb7676 #c98a7d #c99076 #4c9a91 #80a665 #5da994 #bd976a #bd976a #bd976a #4d9375 #7c7c7c #85e89d #fdaeb7 #4d9375',
  'vitesse-dark':
    '#121212 #dbd7ca #7c8b7c #4d9375 #cb7676 #c98a7d #c99076 #4c9a91 #80a665 #5da994 #bd976a #bd976a #bd976a #4d9375 #858585 #85e89d #fdaeb7 #4d9375',
  'vitesse-light':
    '#ffffff #393a34 #687068 #1e754f #a25555 #9a594c #9e5929 #2d7383 #507a34 #277a6f #8d643a #8d643a #8d643a #1e754f #6b6b6b #207f37 #b31d28 #1c6b48',
};
