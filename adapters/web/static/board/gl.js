// Draws a list of flat shapes, in the order of the list, in one instanced draw: cells, marks, lines, letters and men.
// Everything is in pixels of the page, x to the right and y down. The levels are projected before (view.js): under an
// orthographic camera a level is a parallelogram, and a man always faces the camera.
import {
  CustomBlending, DynamicDrawUsage, GLSL3, BufferAttribute, InstancedBufferGeometry, InstancedInterleavedBuffer, InterleavedBufferAttribute,
  LinearFilter, LinearMipmapLinearFilter, Mesh, NoColorSpace, OneFactor, OneMinusSrcAlphaFactor, OrthographicCamera, RawShaderMaterial, Scene, Texture, WebGLRenderer,
} from "./three.js";

const stride = 18;

// The shapes of an instance, as the shader knows them.
export const QUAD = 0, DISC = 1, FRAME = 2, CAPSULE = 3, HEAD = 4, MAN = 5, GLYPH = 6, RING = 7;

const vertex = `
precision highp float;
uniform mat4 projectionMatrix;
in vec2 corner;
in vec2 middle, along, across;
in vec4 tint, tile, more;
out vec2 at;
out vec2 uv;
flat out vec4 color, kind;
void main() {
  at = corner;
  uv = mix(tile.xy, tile.zw, vec2(corner.x, corner.y) * 0.5 + 0.5);
  color = tint;
  kind = more;
  gl_Position = projectionMatrix * vec4(middle + corner.x * along + corner.y * across, 0.0, 1.0);
}`;

const fragment = `
precision highp float;
uniform sampler2D full, small, tiny, letters;
in vec2 at;
in vec2 uv;
flat in vec4 color, kind;
out vec4 pixel;
void main() {
  vec2 du = dFdx(uv), dv = dFdy(uv);
  int shape = int(kind.x + 0.5);
  float cover = 1.0;
  vec2 p = at;
  vec2 soft = max(fwidth(at), vec2(1e-4));
  if (shape == ${MAN}) {
    vec4 man;
    if (kind.y < 0.5) man = textureGrad(full, uv, du, dv);
    else if (kind.y < 1.5) man = textureGrad(small, uv, du, dv);
    else man = textureGrad(tiny, uv, du, dv);
    pixel = vec4(mix(man.rgb, color.rgb * man.a, kind.z), man.a) * color.a;
    return;
  }
  if (shape == ${GLYPH}) {
    pixel = vec4(color.rgb, 1.0) * (textureGrad(letters, uv, du, dv).a * color.a);
    return;
  }
  if (shape == ${DISC} || shape == ${RING}) {
    float d = length(p), w = max(fwidth(d), 1e-4);
    cover = 1.0 - smoothstep(1.0 - w, 1.0, d);
    if (shape == ${RING}) cover *= smoothstep(kind.y - w, kind.y, d);
  } else if (shape == ${FRAME}) {
    vec2 inner = smoothstep(vec2(1.0 - kind.y) - soft, vec2(1.0 - kind.y), abs(p));
    cover = max(inner.x, inner.y);
  } else if (shape == ${CAPSULE}) {
    vec2 q = vec2(max(abs(p.x) * kind.y - (kind.y - 1.0), 0.0), p.y);
    float d = length(q), w = max(fwidth(p.y), 1e-4);
    cover = 1.0 - smoothstep(1.0 - w, 1.0, d);
  } else if (shape == ${HEAD}) {
    float d = abs(p.y) - (1.0 - p.x) * 0.5, w = max(fwidth(d), 1e-4);
    cover = 1.0 - smoothstep(-w, 0.0, d);
  }
  pixel = vec4(color.rgb, 1.0) * (color.a * cover);
}`;

// Shapes is a list of instances that grows as it is filled.
export class Shapes {
  constructor() {
    this.data = new Float32Array(stride * 2048);
    this.count = 0;
  }

  clear() {
    this.count = 0;
  }

  // add puts a shape on top of the others: its middle, half of it along and across, a colour [r g b] and its opacity.
  add(shape, x, y, ax, ay, bx, by, color, opacity, a = 0, b = 0, tile = null) {
    let i = this.count * stride;
    if (i + stride > this.data.length) {
      const more = new Float32Array(this.data.length * 2);
      more.set(this.data);
      this.data = more;
    }
    const d = this.data;
    d[i++] = x; d[i++] = y; d[i++] = ax; d[i++] = ay; d[i++] = bx; d[i++] = by;
    d[i++] = color[0]; d[i++] = color[1]; d[i++] = color[2]; d[i++] = opacity;
    if (tile) {
      d[i++] = tile[0]; d[i++] = tile[1]; d[i++] = tile[2]; d[i++] = tile[3];
    } else {
      i += 4;
    }
    d[i++] = shape; d[i++] = a; d[i++] = b; d[i] = 0;
    this.count++;
  }

  // line is a straight tube with round ends.
  line(x0, y0, x1, y1, half, color, opacity = 1) {
    const dx = x1 - x0, dy = y1 - y0, length = Math.hypot(dx, dy) || 1e-3;
    const ux = dx / length, uy = dy / length, reach = length / 2 + half;
    this.add(CAPSULE, (x0 + x1) / 2, (y0 + y1) / 2, ux * reach, uy * reach, -uy * half, ux * half, color, opacity, reach / half);
  }

  // head is the head of an arrow whose tip is at a point.
  head(x, y, dx, dy, long, wide, color, opacity = 1) {
    const length = Math.hypot(dx, dy) || 1e-3, ux = dx / length, uy = dy / length;
    this.add(HEAD, x - ux * long / 2, y - uy * long / 2, ux * long / 2, uy * long / 2, -uy * wide, ux * wide, color, opacity);
  }
}

// Painter owns the canvas.
export class Painter {
  constructor(canvas, lost) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, premultipliedAlpha: true, depth: false, stencil: false, powerPreference: "low-power" });
    this.renderer.setClearColor(0x000000, 0);
    this.camera = new OrthographicCamera(0, 1, 0, 1, -1, 1);
    this.scene = new Scene();
    this.geometry = new InstancedBufferGeometry();
    this.geometry.setAttribute("corner", new BufferAttribute(new Float32Array([-1, -1, 1, -1, 1, 1, -1, 1]), 2));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const empty = () => ({ value: null });
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3, vertexShader: vertex, fragmentShader: fragment, depthTest: false, depthWrite: false, transparent: true,
      blending: CustomBlending, blendSrc: OneFactor, blendDst: OneMinusSrcAlphaFactor, side: 2,
      uniforms: { full: empty(), small: empty(), tiny: empty(), letters: empty() },
    });
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
    this.buffer = null;
    this.lost = false;
    this.drafts = false;
    canvas.addEventListener("webglcontextlost", (e) => {
      e.preventDefault();
      this.lost = true;
      lost(true);
    });
    canvas.addEventListener("webglcontextrestored", () => {
      this.lost = false;
      lost(false);
    });
  }

  // texture gives one of the samplers a picture.
  texture(name, source) {
    const t = new Texture(source);
    t.colorSpace = NoColorSpace;
    t.flipY = false;
    t.premultiplyAlpha = true;
    t.magFilter = LinearFilter;
    t.minFilter = LinearMipmapLinearFilter;
    t.generateMipmaps = true;
    t.anisotropy = name === "letters" ? 4 : 1;
    t.needsUpdate = true;
    const old = this.material.uniforms[name].value;
    if (old) old.dispose();
    this.material.uniforms[name].value = t;
  }

  // draft draws at half the resolution from now on, or at the whole one again.
  draft(on) {
    if (on === this.drafts) return;
    this.drafts = on;
    this.renderer.setPixelRatio(this.ratio());
  }

  // ratio is the number of pixels drawn for a pixel of the page.
  ratio() {
    return Math.min(window.devicePixelRatio || 1, 2) * (this.drafts ? 0.5 : 1);
  }

  size(width, height) {
    this.renderer.setPixelRatio(this.ratio());
    this.renderer.setSize(width, height, false);
    this.camera.right = width;
    this.camera.bottom = height;
    this.camera.updateProjectionMatrix();
  }

  draw(shapes) {
    if (this.lost) return;
    if (!this.buffer || this.buffer.array !== shapes.data) {
      this.buffer = new InstancedInterleavedBuffer(shapes.data, stride);
      this.buffer.setUsage(DynamicDrawUsage);
      const field = (name, size, offset) => this.geometry.setAttribute(name, new InterleavedBufferAttribute(this.buffer, size, offset));
      field("middle", 2, 0);
      field("along", 2, 2);
      field("across", 2, 4);
      field("tint", 4, 6);
      field("tile", 4, 10);
      field("more", 4, 14);
    }
    this.buffer.clearUpdateRanges();
    this.buffer.addUpdateRange(0, shapes.count * stride);
    this.buffer.needsUpdate = true;
    this.geometry.instanceCount = shapes.count;
    this.renderer.render(this.scene, this.camera);
  }
}
