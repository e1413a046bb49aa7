/** The studio that lights everything: soft boxes as functions of the direction, in the camera's own turn. No textures, no shadows. */
const studio = /* glsl */ `
uniform mat3 uTurn;
float span(float from, float to, float soft, float x) {
  return smoothstep(from - soft, from + soft, x) * (1.0 - smoothstep(to - soft, to + soft, x));
}
vec3 studio(vec3 way, float soft) {
  vec3 d = uTurn * way;
  float up = d.y;
  float s = 0.03 + soft;
  float room = mix(0.07, 0.38, smoothstep(-0.02 - soft, 0.55 + soft, up));
  float floorLight = mix(0.07, 0.66, smoothstep(0.02 + soft, -0.42 - soft, up));
  float light = mix(floorLight, room, smoothstep(-0.03 - s, 0.03 + s, up));
  float above = max(up, 0.03);
  vec2 ceiling = d.xz / above;
  float reach = smoothstep(0.02, 0.14 + soft * 0.5, up);
  light += 2.3 * reach * span(-2.4, 2.4, 0.18 + soft * 1.6, ceiling.x) * span(-1.5, 1.15, 0.14 + soft * 1.5, ceiling.y);
  vec2 left = d.yz / max(-d.x, 0.04);
  light += 1.25 * smoothstep(0.03, 0.3, -d.x) * span(0.12, 0.72, 0.07 + soft, left.x) * span(-1.4, 0.9, 0.12 + soft, left.y);
  vec2 right = d.yz / max(d.x, 0.04);
  light += 0.8 * smoothstep(0.03, 0.3, d.x) * span(0.14, 0.62, 0.07 + soft, right.x) * span(-1.0, 1.0, 0.14 + soft, right.y);
  vec2 near = d.xy / max(d.z, 0.04);
  light += 0.62 * smoothstep(0.03, 0.3, d.z) * span(-1.7, 1.5, 0.25 + soft, near.x) * span(0.3, 0.95, 0.1 + soft, near.y);
  return light * mix(vec3(0.96, 0.98, 1.03), vec3(1.02, 1.0, 0.98), smoothstep(-0.4, 0.6, up));
}
vec3 daylight(vec3 n) {
  vec3 d = uTurn * n;
  float light = 0.13 + 0.60 * smoothstep(-0.25, 1.0, d.y) + 0.30 * max(0.0, dot(d, vec3(-0.47, 0.35, 0.81))) + 0.14 * max(0.0, -d.y);
  return vec3(light);
}
vec3 film(vec3 c) {
  c *= 0.98;
  c = (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14);
  return pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2));
}
float fresnel(float nv) { return 0.045 + 0.955 * pow(1.0 - nv, 5.0); }
vec3 lit(vec3 base, vec3 n, vec3 v, float gloss, float metal, float glow, float shade) {
  float nv = clamp(dot(n, v), 0.0, 1.0);
  vec3 r = reflect(-v, n);
  float soft = mix(0.7, 0.015, gloss);
  vec3 mirror = studio(r, soft);
  vec3 c = base * daylight(n) * (1.0 - metal) + base * mirror * metal * 0.95;
  c += mirror * fresnel(nv) * mix(0.15, 1.0, gloss);
  return c * shade + base * glow * 2.2;
}
// Paint: colour, flakes that answer to light from near the mirror's way, and a clear coat.
vec3 painted(vec3 colour, float flake, vec3 n, vec3 v, float shade) {
  vec3 r = reflect(-v, n);
  vec3 c = colour * daylight(n) * mix(0.92, 0.42, flake);
  c += colour * studio(normalize(mix(r, n, 0.15)), 0.16) * flake * 1.1;
  return c * shade + studio(r, 0.012) * fresnel(clamp(dot(n, v), 0.0, 1.0)) * mix(0.55, 1.0, shade);
}
`;

export const bodyVertex = /* glsl */ `
attribute float along;
attribute vec4 parts;
varying vec3 vPlace;
varying vec3 vWorld;
varying vec3 vNormal;
varying float vAlong;
varying vec4 vParts;
void main() {
  vPlace = position;
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  vNormal = mat3(modelMatrix) * normal;
  vAlong = along;
  vParts = parts;
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

export const bodyFragment = /* glsl */ `
precision highp float;
${studio}
uniform sampler2D uColours;
uniform sampler2D uDetails;
uniform sampler2D uLights;
uniform vec2 uSheet;
uniform vec3 uPaint;
uniform float uFlake;
uniform vec4 uAxles; // front, rear, height, radius
uniform float uHalf;
uniform vec4 uHood; // its front edge, the windscreen's foot, half widths of its joint there
uniform vec4 uRoof; // where it begins and ends; 1 where it is drawn dark; where a bed's cover begins
uniform vec3 uWindow; // pillars, header, rear foot
uniform float uInside;
uniform float uBottom;
varying vec3 vPlace;
varying vec3 vWorld;
varying vec3 vNormal;
varying float vAlong;
varying vec4 vParts; // above belt, cabin's side, roof, windscreen

float edge(float d) {
  float w = max(fwidth(d), 1e-5);
  return 1.0 - smoothstep(-w * 0.7, w * 0.7, d);
}
float together(float a, float b, float k) {
  float h = max(k - abs(a - b), 0.0);
  return max(a, b) + h * h / (4.0 * k);
}
vec3 linear(vec3 c) { return pow(c, vec3(2.2)); }

void main() {
  float hole = min(length(vec2(vPlace.x - uAxles.x, vPlace.y - uAxles.z)), length(vec2(vPlace.x - uAxles.y, vPlace.y - uAxles.z)));
  if (hole < uAxles.w && abs(vPlace.z) > uHalf * 0.45) discard;

  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  vec2 uv = vec2(vAlong, vPlace.y) / uSheet;
  float above = vParts.x;
  bool onCabin = above > 0.012;
  float onSide = onCabin ? smoothstep(-0.075, -0.06, vParts.y) : 1.0;

  vec4 sheet = texture2D(uColours, uv);
  vec3 detail = texture2D(uDetails, uv).rgb;
  vec3 lights = texture2D(uLights, uv).rgb;
  float cover = sheet.a * onSide;
  float glass = detail.r * onSide;
  float shade = mix(1.0, lights.b, onSide);
  vec3 skin = linear(sheet.rgb);
  float gloss = detail.b;
  float metal = lights.g;
  float glow = lights.r;

  // Joints and openings have depth.
  vec3 px = dFdx(vWorld);
  vec3 py = dFdy(vWorld);
  vec3 rx = cross(py, n);
  vec3 ry = cross(n, px);
  float area = dot(px, rx);
  float high = detail.g * onSide;
  vec3 rise = sign(area) * (dFdx(high) * rx + dFdy(high) * ry);
  n = normalize(abs(area) * n - 0.008 * rise);

  // Windscreen and rear window: on the cabin, within its pillars.
  float front = together(vParts.y + uWindow.x, 0.018 - above, 0.04);
  float screen = together(front, (vPlace.x - uRoof.x - 0.1 * vPlace.z * vPlace.z) * 0.6 + 0.02, 0.05);
  float behind = (uRoof.y - 0.1 * vPlace.z * vPlace.z - vPlace.x) * 0.6 + 0.02;
  float back = max(vParts.y + uWindow.x + 0.02, uWindow.z - above);
  float rear = together(together(back, vParts.z + uWindow.y, 0.06), behind, 0.05);
  float window = min(screen, rear);
  float frit = edge(window);
  glass = max(glass, edge(window + 0.022));
  if (uInside > 0.5) {
    // From within: the trim, and the windows on the far side.
    vec3 trim = vec3(0.075) * smoothstep(-0.25, 0.1, above) * 0.55;
    float alpha = mix(1.0, 0.6, glass);
    gl_FragColor = vec4(film(mix(trim, vec3(0.012), glass)) * alpha, alpha);
    return;
  }

  skin = mix(skin, vec3(0.004), frit);
  gloss = mix(gloss, 0.95, frit);
  metal *= 1.0 - frit;
  glow *= 1.0 - frit;
  cover = max(cover, frit);

  // The bonnet's joint, and that of the roof's sides.
  float hoodHalf = mix(uHood.z, uHood.w, smoothstep(uHood.x, uHood.y, vPlace.x));
  float onHood = step(uHood.x, vPlace.x) * step(vPlace.x, uHood.y + 0.16) * step(above, 0.02) * step(0.55, normalize(vNormal).y);
  float joint = edge(abs(abs(vPlace.z) - hoodHalf) - 0.003) * onHood;
  float onBed = step(uRoof.w, vPlace.x) * step(0.7, normalize(vNormal).y) * step(above, 0.03) * edge(abs(vPlace.z) - uHalf + 0.1);
  float under = smoothstep(-0.45, -0.75, normalize(vNormal).y);
  float dark = max(max(joint, onBed), under * step(vPlace.y, uBottom + 0.3));
  skin = mix(skin, vec3(0.008), dark);
  gloss = mix(gloss, 0.15, dark);
  cover = max(cover, dark);
  float roofDark = uRoof.z * step(uRoof.x, vPlace.x) * step(-0.06, vParts.z) * step(0.1, above) * step(0.6, normalize(vNormal).y);
  cover = max(cover, roofDark);
  skin = mix(skin, vec3(0.006), roofDark);
  gloss = mix(gloss, 0.95, roofDark);

  shade *= mix(0.45, 1.0, smoothstep(uBottom - 0.02, uBottom + 0.34, vPlace.y));

  float nv = clamp(dot(n, v), 0.0, 1.0);
  vec3 r = reflect(-v, n);
  vec3 mirror = studio(r, 0.012);
  vec3 shine = film(mirror * fresnel(nv) * 1.1 + 0.004);
  float tint = 0.82;
  vec4 pane4 = vec4(shine + vec3(0.014, 0.017, 0.019), max(tint, max(shine.r, shine.b)));
  if (glass > 0.995) {
    gl_FragColor = pane4;
    return;
  }
  vec3 colour = vec3(0.0);
  if (cover < 0.995) colour += painted(uPaint, uFlake, n, v, shade) * (1.0 - cover);
  if (cover > 0.005) colour += lit(skin, n, v, gloss, metal, glow, shade) * cover;
  colour = film(colour);
  gl_FragColor = mix(vec4(colour, 1.0), pane4, glass);
}
`;

export const plainVertex = /* glsl */ `
varying vec3 vWorld;
varying vec3 vNormal;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  vNormal = mat3(modelMatrix) * normal;
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;

/** What is in the car's colour and no place of the sheet. */
export const fittingsFragment = /* glsl */ `
precision highp float;
${studio}
uniform vec3 uPaint;
uniform float uFlake;
varying vec3 vWorld;
varying vec3 vNormal;
void main() {
  vec3 n = normalize(vNormal);
  vec3 v = normalize(cameraPosition - vWorld);
  gl_FragColor = vec4(film(painted(uPaint, uFlake, n, v, 1.0)), 1.0);
}
`;

export const plainFragment = /* glsl */ `
precision highp float;
${studio}
uniform vec3 uColour;
uniform vec3 uFinish; // gloss, metal, glow
uniform float uShade;
varying vec3 vWorld;
varying vec3 vNormal;
void main() {
  vec3 n = normalize(vNormal) * (gl_FrontFacing ? 1.0 : -1.0);
  vec3 v = normalize(cameraPosition - vWorld);
  float low = mix(0.45, 1.0, smoothstep(0.0, 0.35, vWorld.y));
  gl_FragColor = vec4(film(lit(uColour, n, v, uFinish.x, uFinish.y, uFinish.z, uShade * low)), 1.0);
}
`;

/** What the car takes from the floor: dark where it stands, soft around it. */
export const shadowFragment = /* glsl */ `
precision highp float;
uniform vec4 uFoot; // half length, half width, axles
uniform float uWheel;
varying vec3 vWorld;
float box(vec2 p, vec2 half2, float r) {
  vec2 q = abs(p) - half2 + r;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - r;
}
void main() {
  vec2 p = vWorld.xz;
  float d = box(p, uFoot.xy - 0.06, 0.35);
  float wide = exp(-max(d + 0.32, 0.0) * 3.4) * 0.6;
  float core = 1.0 - smoothstep(-0.42, 0.12, d);
  float wheels = 0.0;
  for (int i = 0; i < 2; i++) {
    float x = i == 0 ? uFoot.z : uFoot.w;
    float w = box(vec2(p.x - x, abs(p.y) - uFoot.y + 0.14), vec2(uWheel * 0.62, 0.12), 0.05);
    wheels = max(wheels, exp(-max(w, 0.0) * 8.0) * 0.75);
  }
  float alpha = clamp(1.0 - (1.0 - max(wide, core * 0.82)) * (1.0 - wheels), 0.0, 0.93);
  alpha *= 1.0 - smoothstep(0.5, 0.95, d);
  gl_FragColor = vec4(vec3(0.012, 0.013, 0.016) * alpha, alpha);
}
`;
